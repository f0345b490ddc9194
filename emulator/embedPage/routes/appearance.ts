import { accepted, invalid, objectBody, ok, route } from '../protocol/router.ts';
import type { Route } from '../protocol/router.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { openSession } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { deepMerge } from '../state/merge.ts';
import { zoomLevel } from '../../visuals/view/settings.ts';

/** Settings, zoom, theme, and what lies over the report. */
export function appearanceRoutes(app: App): Route[] {
  return [
    route('PATCH', '/report/settings', async (call) => {
      const { session } = await openSession(app);
      const patch = objectBody(call);
      return accepted(() => app.actions.changeSettings(deepMerge(session.settings, patch)));
    }),
    route('GET', '/report/zoom', async () => ok(zoomLevel((await openSession(app)).session.settings))),
    route('GET', '/report/theme', async () => {
      const { session, report } = await openSession(app);
      return ok({ themeJson: session.themeJson ?? report.source.report.theme ?? {} });
    }),
    route('PUT', '/report/theme', async (call) => {
      const { session } = await openSession(app);
      const body = isRecord(call.body) ? call.body : {};
      if (body.themeJson !== undefined && !isRecord(body.themeJson)) throw invalid('The theme must be an object');
      return accepted(() => {
        session.themeJson = body.themeJson;
        app.actions.redraw();
      });
    }),
    route('POST', '/report/closeAllOverlays', async () => {
      await openSession(app);
      return accepted(() => app.stage.closeOverlays());
    }),
    route('POST', '/report/clearSelectedVisuals/:clearSlicers', async ({ params }) => {
      await openSession(app);
      return accepted(() => {
        app.actions.clearSelection();
        if (params.clearSlicers === 'true') app.actions.clearSlicers();
      });
    }),
  ];
}
