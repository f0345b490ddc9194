/** A list of addresses on probation: it is reverted after five minutes unless somebody confirms it. */
import type { savedConfiguration } from '@vitrine/contract/settings/settings.ts';
import type { z } from 'zod';
import { createState } from '#platform/state.ts';

type Saved = z.infer<typeof savedConfiguration>;

const probationMs = 5 * 60_000;

export type Probation = { version: number; until: number };

/** Kept outside of the screen, so that the list can still be confirmed after leaving and returning. */
export const probation = createState<Probation | null>(null);

export function noteProbation({ warnings, version }: Saved): void {
  const running = warnings.some(({ word }) => word === 'ip_on_probation');
  if (running) probation.set({ version, until: Date.now() + probationMs });
  else if (probation.get()) probation.set({ version, until: probation.get()?.until ?? 0 });
}

/** `4:05`. */
export function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
