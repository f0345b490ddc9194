/**
 * Opening a report costs one call, and everything else waits for it. When the page's own address names a report, the
 * call is made while the portal is still being fetched, and handed over to the viewer when that is there.
 */
import type { OpenedPage, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import type * as reportReading from '@vitrine/contract/features/reportReading.ts';
import { call } from '../../../core/http.ts';

/** By method and path alone: the first file of the page does without the contract's schemas. */
export const lightOpen = { method: 'POST', path: '/api/my_reports/:id/open' } as typeof reportReading.open;

export type Opening = { id: string; started: number; answer: Promise<OpenedReport | OpenedPage> };

/** What was asked for and never shown is not handed out for long: it holds a token, and it was one view. */
const keptMs = 30_000;

let early: Opening | null = null;

const ask = (id: string): Opening => ({ id, started: performance.now(), answer: call(lightOpen, { params: { id } }) });

const address = /^\/([0-9a-f-]{36})\/reports\/(?:view|external)$/i;

/** Starts opening the report that the path names; false when it names none. */
export function openFromAddress(path: string): boolean {
  const id = address.exec(path)?.[1];
  if (!id) return false;
  early = ask(id);
  // A refusal waits for whoever takes it.
  early.answer.catch(() => undefined);
  return true;
}

/** Takes what was asked for early, once, or asks now. */
export function takeOpening(id: string): Opening {
  const taken = early;
  early = null;
  return taken?.id === id && performance.now() - taken.started < keptMs ? taken : ask(id);
}
