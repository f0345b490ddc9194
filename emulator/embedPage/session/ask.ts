import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { VisualQuery, QueryTable } from '../../definitions/queries.ts';
import { EmbedFailure, fetchQueries } from '../query/client.ts';
import type { QueryPart } from '../../visuals/query/parts.ts';
import { crossFilters, standingFilters } from '../../visuals/query/plan.ts';
import type { App } from './app.ts';
import type { LoadedReport, Session } from './session.ts';

/** One further question in the surroundings of a visual: more rows, an export, a search. */
export function askFor(
  app: App,
  session: Session,
  report: LoadedReport,
  place: { page: PageDefinition; visual: VisualDefinition },
  part: QueryPart,
): Promise<QueryTable> {
  const { page, visual } = place;
  const surroundings = [
    ...standingFilters(report.view, page, visual),
    ...(report.view.page === page.name ? crossFilters(report.view, visual) : []),
  ];
  return ask(app, session, { ...part, id: `${visual.name}:ask`, filters: [...(part.filters ?? []), ...surroundings] });
}

/** Asks one question, unless its answer is known. */
export async function ask(app: App, session: Session, query: VisualQuery): Promise<QueryTable> {
  const known = app.cache.get(query);
  if (known) return known;
  const [result] = await fetchQueries(session.config, session.config.accessToken, [query]);
  if (!result || 'error' in result) {
    throw new EmbedFailure(
      result?.error ?? { message: 'InternalError', detailedMessage: 'The service did not answer', errorCode: '500', level: 5 },
    );
  }
  app.cache.put(query, result);
  return result;
}
