/**
 * Opening a report is one call, on which everything else depends. If the page's address names a report, the
 * call is made while the portal is still loading, and passed to the viewer afterwards.
 */
import type { OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { open } from '#endpoints/reading/reportReading.ts';
import { call } from '#platform/http.ts';

export type Prefetched = { id: string; started: number; answer: Promise<OpenedReport | OpenedPage> };

/** How long a prefetched answer may be used: it contains a token and counts as one view. */
const keptMs = 30_000;

let early: Prefetched | null = null;

const ask = (id: string): Prefetched => ({ id, started: performance.now(), answer: call(open, { params: { id } }) });

const address = /^\/([0-9a-f-]{36})\/reports\/(?:view|external)$/i;

/** Requests the report that the path names; false if it names none. */
export function prefetchReport(path: string): boolean {
  const id = address.exec(path)?.[1];
  if (!id) return false;
  early = ask(id);
  // A refusal is handled by the viewer.
  early.answer.catch(() => undefined);
  return true;
}

/** Takes the prefetched answer, once, or requests it now. */
export function takePrefetched(id: string): Prefetched {
  const taken = early;
  early = null;
  return taken?.id === id && performance.now() - taken.started < keptMs ? taken : ask(id);
}
