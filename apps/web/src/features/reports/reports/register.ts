/** Registering reports, with the data rule that the service demands for the model. */
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { add } from '#endpoints/reports/reports.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';

export type Source = { account_id: string; workspace_id: string };
export type Place = { group_id: string; subgroup_id: string | null };
/** The operator's reports have no place. */
type Nowhere = { group_id: null; subgroup_id: null };
/** A report of the workspace and the title that it will have here. */
export type Chosen = { id: string; name: string; title: string };

export type Outcome = { registered: Report[]; refused: { chosen: Chosen; error: unknown }[] };

/** The data rule follows the model: with row-level security it is required, otherwise it is refused. */
async function registerOne(source: Source, place: Place | Nowhere, { id, title }: Chosen): Promise<Report> {
  const body = { ...source, ...place, external_report_id: id, title: title.trim() };
  try {
    return await call(add, { body });
  } catch (error) {
    if (!failureOf(error).fields['data_rule']) throw error;
    return call(add, { body: { ...body, data_rule: 'rls' } });
  }
}

/** Parallel registrations, below the limits of the reporting service. */
const atOnce = 4;

/** Registers the reports, a few at once; returns refused ones with the reason, in the order of the choice. */
export async function registerAll(
  source: Source,
  place: Place | Nowhere,
  chosen: readonly Chosen[],
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const results = new Map<Chosen, Report | { error: unknown }>();
  const waiting = [...chosen];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      results.set(one, await registerOne(source, place, one).catch((error: unknown) => ({ error })));
      onProgress(results.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, chosen.length) }, work));
  const outcome: Outcome = { registered: [], refused: [] };
  for (const one of chosen) {
    const result = results.get(one);
    if (result && 'error' in result) outcome.refused.push({ chosen: one, error: result.error });
    else if (result) outcome.registered.push(result);
  }
  return outcome;
}
