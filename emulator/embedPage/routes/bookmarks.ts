import { isRecord } from '../../definitions/isRecord.ts';
import { accepted, invalid, notFound, objectBody, ok, route } from '../protocol/router.ts';
import type { Call, Route } from '../protocol/router.ts';
import { bookmarkedView } from '../../visuals/view/openingView.ts';
import { openSession } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { capturedView, encodeState } from '../../visuals/view/bookmarks.ts';
import { bookmarkShapes } from '../state/pages.ts';
import { dropUserState, loadUserState, saveUserState } from '../session/userState.ts';
import { newId } from '../protocol/newId.ts';

const newName = (): string => `Bookmark${newId().replaceAll('-', '').slice(0, 20)}`;

/** Bookmarks, and what a reader's own state has in common with them. */
export function bookmarkRoutes(app: App): Route[] {
  const apply = async (call: Call, kind: 'state' | 'name') => {
    const { report } = await openSession(app);
    const value = objectBody(call)[kind];
    if (typeof value !== 'string') throw invalid(`The ${kind} of the bookmark is missing`);
    const view = bookmarkedView(report.source.report, report.view, { [kind]: value });
    if (!view && kind === 'name') throw notFound(`The bookmark ${value} does not exist`);
    if (!view) throw invalid('The state is not one of this report');
    return accepted(() => app.actions.applyView(view, kind === 'name' ? value : ''));
  };
  return [
    route('GET', '/report/bookmarks', async () => ok(bookmarkShapes((await openSession(app)).report.source.report))),
    route('POST', '/report/bookmarks/capture', async ({ body }) => {
      const { report } = await openSession(app);
      const options = isRecord(body) && isRecord(body.options) ? body.options : {};
      const name = newName();
      return ok({ name, displayName: name, state: encodeState(capturedView(report.view, options.allPages === true)) });
    }),
    route('POST', '/report/bookmarks/applyState', (call) => apply(call, 'state')),
    route('POST', '/report/bookmarks/applyByName', (call) => apply(call, 'name')),
    route('POST', '/report/bookmarks/play', async (call) => {
      const { report } = await openSession(app);
      const { playMode } = objectBody(call);
      if (playMode !== 0 && playMode !== 1) throw invalid('The play mode is unknown');
      const [first] = report.source.report.bookmarks;
      const view = first && bookmarkedView(report.source.report, report.view, { name: first.name });
      return accepted(() => {
        app.stage.present(playMode === 1 && view !== undefined);
        if (playMode === 1 && first && view) app.actions.applyView(view, first.name);
      });
    }),
    route('POST', '/report/userState', async () => {
      const { session, report } = await openSession(app);
      saveUserState(session.config.id, report.view);
      return accepted();
    }),
    route('DELETE', '/report/userState', async () => {
      const { session } = await openSession(app);
      dropUserState(session.config.id);
      return accepted(() => app.actions.reset());
    }),
    route('GET', '/report/isUserStateApplied', async () => ok(loadUserState((await openSession(app)).session.config.id) !== undefined)),
  ];
}
