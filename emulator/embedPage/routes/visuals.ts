import { EmbedFailure } from '../query/client.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { accepted, invalid, objectBody, ok, Refusal, route } from '../protocol/router.ts';
import type { Route } from '../protocol/router.ts';
import { exportLimit } from '../../visuals/query/csv.ts';
import type { App } from '../session/app.ts';
import { columnTarget, isTargetOf } from '../../visuals/view/fields.ts';
import { normalizeFilters } from '../../visuals/view/filters.ts';
import { visualKey } from '../../visuals/view/view.ts';
import { visualAt } from './places.ts';

const underlying = 1;
const directions: Record<number, 'ascending' | 'descending'> = { 1: 'ascending', 2: 'descending' };

/** What the host asks of one visual. */
export function visualRoutes(app: App): Route[] {
  const path = '/report/pages/:page/visuals/:visual';
  return [
    route('POST', `${path}/exportData`, async (call) => {
      const { page, visual } = await visualAt(app, call);
      const { rows, exportDataType } = isRecord(call.body) ? call.body : {};
      if (['slicer', 'textbox', 'actionButton'].includes(visual.type))
        throw invalid(`A visual of type ${visual.type} has no data to export`);
      if (exportDataType === underlying) {
        throw new Refusal(403, {
          message: 'PowerBINotAuthorizedException',
          detailedMessage: 'Only summarized data can be exported',
          errorCode: '403',
          level: 3,
        });
      }
      try {
        return ok({ data: await app.actions.csv(page, visual, typeof rows === 'number' && rows > 0 ? rows : exportLimit) });
      } catch (cause) {
        if (cause instanceof EmbedFailure) throw new Refusal(403, cause.problem);
        throw cause;
      }
    }),
    route('GET', `${path}/slicer`, async (call) => {
      const { report, page, visual } = await visualAt(app, call);
      if (visual.type !== 'slicer') throw invalid(`${visual.name} is no slicer`);
      return ok({ filters: report.view.slicers[visualKey(page.name, visual.name)] ?? [], targets: visual.category.map(columnTarget) });
    }),
    route('PUT', `${path}/slicer`, async (call) => {
      const { page, visual } = await visualAt(app, call);
      const filters = normalizeFilters(objectBody(call).filters);
      if (visual.type !== 'slicer') throw invalid(`${visual.name} is no slicer`);
      if (!filters) throw invalid('The state of a slicer is a list of filters');
      return accepted(() => app.actions.slice(visual.name, filters, page.name));
    }),
    route('PUT', `${path}/sortBy`, async (call) => {
      const { page, visual } = await visualAt(app, call);
      const { orderBy, direction } = objectBody(call);
      const field = [...visual.category, ...visual.series, ...visual.values].find((one) => isTargetOf(orderBy, one));
      const way = directions[Number(direction)];
      if (!field || !way) throw invalid('The field is not one of this visual, or the direction is unknown');
      return accepted(() => app.actions.sortBy(page.name, visual.name, { field, direction: way }));
    }),
  ];
}
