import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import { csvOf, exportLimit } from '../../visuals/query/csv.ts';
import { queryParts } from '../../visuals/query/parts.ts';
import { shownAt } from '../../visuals/query/plan.ts';
import type { DataActions } from '../session/actions.ts';
import { emit } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { askFor } from '../session/ask.ts';
import { isExpiry, problemOf, raise } from '../session/problems.ts';
import { activePage } from '../session/session.ts';

/** The data of a visual as text and as a file. */
export function createDataActions(app: () => App): DataActions {
  return {
    async csv(page: PageDefinition, visual: VisualDefinition, rows = exportLimit): Promise<string> {
      const { session } = app();
      const report = session?.report;
      const shown = report && shownAt(report.view, page, visual);
      const part = shown && queryParts(shown.definition, shown.sort).main;
      if (!session || !report || !part) return '';
      const limit = Math.max(1, Math.min(exportLimit, Math.floor(rows)));
      const capped = visual.top && visual.series.length === 0 ? Math.min(limit, visual.top) : limit;
      return csvOf(await askFor(app(), session, report, { page, visual }, { ...part, limit: capped, total: false }), capped);
    },

    async download(visual: VisualDefinition): Promise<void> {
      const report = app().session?.report;
      if (!report) return;
      const page = activePage(report);
      const done = (status: 0 | 1) =>
        emit(app(), 'exportDataCompleted', { status, exportDataType: 0, exportFormat: 0, pageName: page.name, visualName: visual.name });
      try {
        const text = await app().actions.csv(page, visual);
        // The mark lets spreadsheets see that the file is UTF-8.
        const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
        const link = document.createElement('a');
        link.href = address;
        link.download = `${(visual.title || visual.name).replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.csv`;
        link.click();
        URL.revokeObjectURL(address);
        done(0);
      } catch (cause) {
        const problem = problemOf(cause);
        done(1);
        raise(app(), problem, isExpiry(problem));
      }
    },
  };
}
