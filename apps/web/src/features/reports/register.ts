/** Registering reports one by one, each with what the service says of its model. */
import type { Report } from '@vitrine/contract/features/reports.ts';
import { add } from '@vitrine/contract/features/reports.ts';
import { failureOf } from '../../core/failure.ts';
import { call } from '../../core/http.ts';

export type Source = { account_id: string; workspace_id: string };
export type Place = { group_id: string; subgroup_id: string | null };
/** A report of the workspace and the title that it will have here. */
export type Chosen = { id: string; name: string; title: string };

export type Outcome = { registered: Report[]; refused: { chosen: Chosen; error: unknown }[] };

/** The rule follows the model: one with row-level security is refused without it, and every other one with it. */
async function registerOne(source: Source, place: Place, { id, title }: Chosen): Promise<Report> {
  const body = { ...source, ...place, external_report_id: id, title: title.trim() };
  try {
    return await call(add, { body });
  } catch (error) {
    if (!failureOf(error).fields['data_rule']) throw error;
    return call(add, { body: { ...body, data_rule: 'rls' } });
  }
}

/** Registers what can be registered; the rest comes back with the reason. */
export async function registerAll(source: Source, place: Place, chosen: readonly Chosen[]): Promise<Outcome> {
  const outcome: Outcome = { registered: [], refused: [] };
  for (const one of chosen) {
    try {
      outcome.registered.push(await registerOne(source, place, one));
    } catch (error) {
      outcome.refused.push({ chosen: one, error });
    }
  }
  return outcome;
}
