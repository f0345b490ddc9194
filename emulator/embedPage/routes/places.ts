import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import { notFound } from '../protocol/router.ts';
import type { Call } from '../protocol/router.ts';
import { openSession } from '../session/app.ts';
import { pageOf } from '../session/session.ts';
import type { App } from '../session/app.ts';
import type { LoadedReport, Session } from '../session/session.ts';

export type PagePlace = { session: Session; report: LoadedReport; page: PageDefinition };
export type VisualPlace = PagePlace & { visual: VisualDefinition };

/** The page that a call's path names, or a refusal. */
export async function pageAt(app: App, call: Call, status = 404): Promise<PagePlace> {
  const { session, report } = await openSession(app);
  const page = pageOf(report, call.params.page ?? '');
  if (!page) throw notFound(`The page ${call.params.page} does not exist`, status);
  return { session, report, page };
}

export async function visualAt(app: App, call: Call): Promise<VisualPlace> {
  const place = await pageAt(app, call);
  const visual = place.page.visuals.find((one) => one.name === call.params.visual);
  if (!visual) throw notFound(`The visual ${call.params.visual} does not exist on the page ${place.page.name}`);
  return { ...place, visual };
}
