/** The portal's API: every feature, mounted. Tests call it with `app.inject`, `main.ts` lets it listen. */
import type { FastifyInstance } from 'fastify';
import { describeApi } from './core/apiDocs.ts';
import type { Services } from './core/context.ts';
import type { Serve } from './core/serve.ts';
import { createServe } from './core/serve.ts';
import { createServer } from './core/server.ts';
import { serveWeb } from './core/serveWeb.ts';
import { openWebFiles } from './core/webFiles.ts';
import { configuration } from './features/configuration/configuration.ts';
import { health } from './features/health/health.ts';
import { partners } from './features/partners/partners.ts';
import { reportAccess } from './features/reportAccess/reportAccess.ts';
import { reportGroups } from './features/reportGroups/reportGroups.ts';
import { reportingAccounts } from './features/reportingAccounts/reportingAccounts.ts';
import { reports } from './features/reports/reports.ts';
import { reportReading } from './features/reportReading/reportReading.ts';
import { session } from './features/session/session.ts';

const features: ((serve: Serve) => void)[] = [
  configuration,
  health,
  partners,
  reportAccess,
  reportGroups,
  reportReading,
  reportingAccounts,
  reports,
  session,
];

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { app, refuseUnknown } = await createServer(services);
  if (services.settings.docs) await describeApi(app);
  const serve = createServe(app, services);
  for (const feature of features) feature(serve);
  const web = openWebFiles(services.settings.webDirectory);
  if (web) serveWeb(app, services, web, refuseUnknown);
  await app.ready();
  return app;
}
