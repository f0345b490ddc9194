import type { EmbedProblem } from '../protocol/messages.ts';
import { fetchQueries } from '../query/client.ts';
import type { QueryTable } from '../../definitions/queries.ts';
import type { PlannedQuery } from '../../visuals/query/plan.ts';
import { problemOf } from './problems.ts';
import type { App } from './app.ts';
import type { Session } from './session.ts';

export type VisualAnswer = { data: Record<string, QueryTable>; problem?: EmbedProblem };

/** A capacity that is paused while its report is open is told in other words than one that was paused before (docs/reference/powerbi.md B8). */
function duringSession(problem: EmbedProblem): EmbedProblem {
  if (problem.message !== 'ExplorationContainer_FailedToLoadModel_DefaultDetails') return problem;
  return {
    ...problem,
    message: 'OpenConnectionError',
    detailedMessage: `Can't display the visual. ${problem.detailedMessage ?? ''}`.trim(),
    level: 3,
  };
}

/** The visuals whose answers are not known yet. */
export function unanswered(app: App, planned: readonly PlannedQuery[]): Set<string> {
  return new Set(planned.filter(({ query }) => !app.cache.get(query)).map(({ visual }) => visual));
}

/**
 * Answers by visual. Questions that are known already are not asked again; the others go out in one call.
 * `failure` is set when the call as a whole failed.
 */
export async function fetchAnswers(
  app: App,
  session: Session,
  planned: readonly PlannedQuery[],
): Promise<{ visuals: Map<string, VisualAnswer>; failure?: EmbedProblem }> {
  const visuals = new Map<string, VisualAnswer>();
  const answerOf = (visual: string): VisualAnswer => {
    const known = visuals.get(visual) ?? { data: {} };
    visuals.set(visual, known);
    return known;
  };
  if (app.arriving && planned.some(({ query }) => !app.cache.get(query))) await app.arriving;
  const missing: PlannedQuery[] = [];
  for (const one of planned) {
    const table = app.cache.get(one.query);
    if (table) answerOf(one.visual).data[one.part] = table;
    else missing.push(one);
  }
  if (missing.length === 0) return { visuals };

  app.pending?.abort();
  const controller = new AbortController();
  app.pending = controller;
  const queries = missing.map(({ query }) => query);
  try {
    const results = await fetchQueries(session.config, session.config.accessToken, queries, controller.signal);
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const { visual, part, query } of missing) {
      const result = byId.get(query.id);
      const target = answerOf(visual);
      if (result && 'rows' in result) {
        app.cache.put(query, result);
        target.data[part] = result;
      } else target.problem = result?.error ?? problemOf('The service did not answer this question');
    }
    return { visuals };
  } catch (cause) {
    if (controller.signal.aborted) return { visuals };
    const failure = duringSession(problemOf(cause));
    for (const { visual } of missing) answerOf(visual).problem = failure;
    return { visuals, failure };
  }
}
