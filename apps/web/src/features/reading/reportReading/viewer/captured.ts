import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';

/** As much as the portal keeps of a view. */
const longest = 200_000;

/** The view that is shown, to go along with words about it; null where it cannot be told, because the words matter more. */
export async function captured(report: EmbeddedReport | null): Promise<string | null> {
  const state = (await report?.capture().catch(() => null)) ?? null;
  return state !== null && state.length <= longest ? state : null;
}
