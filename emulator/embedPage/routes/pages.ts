import { accepted, invalid, notFound, objectBody, ok, route } from '../protocol/router.ts';
import type { Route } from '../protocol/router.ts';
import { openSession } from '../session/app.ts';
import { pageOf } from '../session/session.ts';
import type { App } from '../session/app.ts';
import { hasPhoneLayout } from '../../visuals/view/layout.ts';
import { pageShape, visualShapes } from '../state/pages.ts';
import { pageAt } from './places.ts';

/** Pages and what stands on them. */
export function pageRoutes(app: App): Route[] {
  return [
    route('GET', '/report/pages', async () => {
      const { report } = await openSession(app);
      return ok(report.source.report.pages.map((page) => pageShape(page, page.name === report.view.page)));
    }),
    route('PUT', '/report/pages/active', async (call) => {
      const { report } = await openSession(app);
      const { name } = objectBody(call);
      if (typeof name !== 'string') throw invalid('The name of the page is missing');
      if (!pageOf(report, name)) throw notFound(`The page ${name} does not exist`, 400);
      return accepted(() => app.actions.setPage(name));
    }),
    route('GET', '/report/pages/:page/layoutTypes/:layout', async (call) => {
      const { page } = await pageAt(app, call);
      const { layout } = call.params;
      return ok(layout === 'Master' || layout === 'Custom' || (layout === 'MobilePortrait' && hasPhoneLayout(page)));
    }),
    route('GET', '/report/pages/:page/visuals', async (call) => {
      const { page, session } = await pageAt(app, call);
      return ok(visualShapes(page, session.settings));
    }),
  ];
}
