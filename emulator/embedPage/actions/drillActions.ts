import { deeper } from '../../visuals/view/drill.ts';
import { visualKey } from '../../visuals/view/view.ts';
import type { Point } from '../../visuals/visual.ts';
import type { DrillActions, Drawing } from '../session/actions.ts';
import type { App } from '../session/app.ts';
import { activePage } from '../session/session.ts';

/** Down and up a hierarchy within one visual. */
export function createDrillActions(app: () => App, { redraw, change }: Drawing): DrillActions {
  return {
    drillDown(visual: string, point: Pick<Point, 'identity' | 'label'>): boolean {
      const report = app().session?.report;
      const definition = report && activePage(report).visuals.find((one) => one.name === visual);
      const key = visualKey(report?.view.page ?? '', visual);
      const steps = definition && deeper(definition, report.view.drills[key] ?? [], point);
      if (!steps) return false;
      change((view) => ({ ...view, selection: undefined, drills: { ...view.drills, [key]: steps } }));
      return true;
    },

    drillUp(visual: string): void {
      change((view) => {
        const key = visualKey(view.page, visual);
        return { ...view, selection: undefined, drills: { ...view.drills, [key]: (view.drills[key] ?? []).slice(0, -1) } };
      });
    },

    toggleDrilling(visual: string): void {
      const report = app().session?.report;
      if (!report) return;
      const key = visualKey(report.view.page, visual);
      if (!report.drilling.delete(key)) report.drilling.add(key);
      redraw();
    },
  };
}
