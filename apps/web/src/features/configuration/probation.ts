/** A list of addresses that shuts its author out holds for five minutes, unless somebody whom it lets in keeps it. */
import type { savedConfiguration } from '@vitrine/contract/features/configuration.ts';
import type { z } from 'zod';
import { createState } from '../../core/state.ts';

type Saved = z.infer<typeof savedConfiguration>;

const probationMs = 5 * 60_000;

export type Probation = { version: number; until: number };

/** Outlives the screen: whoever comes back within the five minutes can still keep the list. */
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
