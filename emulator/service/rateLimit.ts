import { tooManyRequests } from './serviceError.ts';
import { exceeds } from './limits.ts';
import type { Service } from './service.ts';

/** Counts calls of each caller within a span of time that moves along; refuses with 429 what is beyond the limit. */
export const createRate = ({ clock }: Pick<Service, 'clock'>, spanMs: number) => {
  const calls = new Map<string, number[]>();
  return (caller: string, most: number | null): void => {
    if (most === null) return;
    const now = clock.now();
    const recent = (calls.get(caller) ?? []).filter((at) => at > now - spanMs);
    if (exceeds(recent.length + 1, most)) throw tooManyRequests(Math.ceil(((recent[0] ?? now) + spanMs - now) / 1000));
    calls.set(caller, [...recent, now]);
  };
};
