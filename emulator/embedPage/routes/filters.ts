import { accepted, invalid, objectBody, ok, route } from '../protocol/router.ts';
import type { Call, Route } from '../protocol/router.ts';
import { openSession } from '../session/app.ts';
import type { App } from '../session/app.ts';
import type { LoadedReport } from '../session/session.ts';
import { filtersAt } from '../state/filterPlaces.ts';
import type { FilterPlace } from '../state/filterPlaces.ts';
import { applyFilters, normalizeFilters } from '../../visuals/view/filters.ts';
import { pageAt, visualAt } from './places.ts';

type FindPlace = (call: Call) => Promise<{ report: LoadedReport; place: FilterPlace }>;

/** Read, set and update, the same on each of the three levels. */
function levelRoutes(app: App, path: string, find: FindPlace): Route[] {
  return [
    route('GET', path, async (call) => {
      const { report, place } = await find(call);
      return ok(filtersAt(report.view, place));
    }),
    route('PUT', path, async (call) => {
      const { place } = await find(call);
      const filters = normalizeFilters(call.body);
      if (!filters) throw invalid('The body must be a list of filters');
      return accepted(() => app.actions.setFilters(place, filters));
    }),
    route('POST', path, async (call) => {
      const { report, place } = await find(call);
      const { filtersOperation, filters = [] } = objectBody(call);
      const list = normalizeFilters(filters);
      const next = list && applyFilters(filtersAt(report.view, place), filtersOperation, list);
      if (!next) throw invalid('The operation or a filter is not valid');
      return accepted(() => app.actions.setFilters(place, next));
    }),
  ];
}

export function filterRoutes(app: App): Route[] {
  return [
    ...levelRoutes(app, '/report/filters', async () => ({ report: (await openSession(app)).report, place: { level: 'report' } })),
    ...levelRoutes(app, '/report/pages/:page/filters', async (call) => {
      const { report, page } = await pageAt(app, call);
      return { report, place: { level: 'page', page: page.name } };
    }),
    ...levelRoutes(app, '/report/pages/:page/visuals/:visual/filters', async (call) => {
      const { report, page, visual } = await visualAt(app, call);
      return { report, place: { level: 'visual', page: page.name, visual: visual.name } };
    }),
  ];
}
