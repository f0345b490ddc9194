import { EmbedFailure } from '../query/client.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { accepted, invalid, notFound, objectBody, ok, Refusal, route } from '../protocol/router.ts';
import type { Route } from '../protocol/router.ts';
import { isChanged, mayCopy, mayEdit, maySave, save, saveAs } from '../session/keepReport.ts';
import { openSession } from '../session/app.ts';
import type { App } from '../session/app.ts';
import type { LoadedReport, Session } from '../session/session.ts';
import { pageAdded, pageDeleted, visualCloned, withPage } from '../state/editing.ts';
import { pageShape } from '../state/pages.ts';
import { pageAt, visualAt } from './places.ts';

const refusal = (detailedMessage: string) =>
  new Refusal(403, { message: 'PowerBINotAuthorizedException', detailedMessage, errorCode: '403', level: 3 });
const noEditing = () => refusal('The token does not allow editing');

async function editable(app: App): Promise<{ session: Session; report: LoadedReport }> {
  const opened = await openSession(app);
  if (!mayEdit(opened.session)) throw noEditing();
  return opened;
}

/** A refusal of the service becomes the refusal of the call. */
async function kept(work: Promise<() => void>): Promise<() => void> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof EmbedFailure) throw new Refusal(Number(cause.problem.errorCode) || 403, cause.problem);
    throw cause;
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
const layoutNames = ['x', 'y', 'z', 'width', 'height'] as const;

/** Modes, pages, copies of visuals, and keeping what was changed. */
export function editingRoutes(app: App): Route[] {
  return [
    route('POST', '/report/switchMode/:mode', async ({ params }) => {
      const { session } = await openSession(app);
      const { mode } = params;
      if (mode !== 'view' && mode !== 'edit') throw invalid(`The mode ${mode} does not exist`);
      if (mode === 'edit' && !mayEdit(session)) throw noEditing();
      return accepted(() => app.actions.setMode(mode));
    }),
    route('GET', '/report/hasUnsavedChanges', async () => ok(isChanged((await openSession(app)).report))),
    route('POST', '/report/save', async () => {
      const { session, report } = await editable(app);
      if (!maySave(session)) throw invalid('A new report is saved under a name: saveAs');
      const announce = await kept(save(app, session, report));
      return accepted(() => {
        announce();
        app.actions.showEditing();
      });
    }),
    route('POST', '/report/saveAs', async (call) => {
      const { session, report } = await openSession(app);
      const { name, targetWorkspaceId } = objectBody(call);
      const wanted = text(name);
      if (wanted === undefined) throw invalid('The name of the copy is missing');
      if (!mayCopy(session)) throw refusal('The token does not allow saving a copy');
      const announce = await kept(saveAs(app, session, report, wanted, text(targetWorkspaceId)));
      return accepted(() => {
        announce();
        app.actions.showEditing();
      });
    }),
    route('POST', '/report/addPage', async (call) => {
      const { report } = await editable(app);
      const name = text(isRecord(call.body) ? call.body.displayName : undefined);
      const added = pageAdded(report.source.report, name ?? `Page ${report.source.report.pages.length + 1}`);
      return {
        ...ok(pageShape(added.page, true)),
        after: () => {
          app.actions.edit(() => added.report);
          app.actions.setPage(added.page.name);
        },
      };
    }),
    route('PUT', '/report/pages/:page/name', async (call) => {
      await editable(app);
      const { page } = await pageAt(app, call);
      const name = text(objectBody(call).displayName);
      if (name === undefined) throw invalid('The name of the page is missing');
      return accepted(() => app.actions.edit((report) => withPage(report, page.name, (one) => ({ ...one, display_name: name }))));
    }),
    route('DELETE', '/report/pages/:page', async (call) => {
      const { report } = await editable(app);
      const { page } = await pageAt(app, call);
      if (report.source.report.pages.length < 2) throw invalid('A report has at least one page');
      return accepted(() => app.actions.edit((one) => pageDeleted(one, page.name)));
    }),
    route('POST', '/report/pages/:page/visuals/:visual/clone', async (call) => {
      const { page, visual, report } = await visualAt(app, call);
      const wanted = isRecord(call.body) && isRecord(call.body.layout) ? call.body.layout : {};
      const numbers = layoutNames.flatMap((name) => {
        const value = wanted[name];
        return typeof value === 'number' ? [[name, value] as const] : [];
      });
      const cloned = visualCloned(report.source.report, { page: page.name, visual: visual.name }, Object.fromEntries(numbers));
      if (!cloned) throw notFound(`The visual ${visual.name} does not exist`);
      return { ...ok({ visualName: cloned.name }), after: () => app.actions.edit(() => cloned.report) };
    }),
  ];
}
