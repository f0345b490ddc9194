/** The demo: two partners, their units, people of every role, and reports. Loaded once into an empty database. */
import type { Services } from '../core/context.ts';
import { query } from '../core/database/query.ts';
import { loadDemoAccess } from './access.ts';
import { loadDemoAccounts } from './accounts.ts';
import { loadDemoCovers } from './covers.ts';
import { loadDemoImports } from './imports.ts';
import { loadDemoNotices } from './notices.ts';
import { loadDemoOrganisation } from './organisation.ts';
import { loadDemoPrivacy } from './privacy.ts';
import { loadDemoPublishing } from './publishing.ts';
import { loadDemoShifts } from './shifts.ts';
import { loadDemoReading } from './reading.ts';
import { loadDemoReports } from './reports.ts';
import { loadDemoStaff } from './staff.ts';
import { loadDemoUsage } from './usage.ts';

/**
 * Does nothing where there are people already: a demo never changes what somebody made. The reports are those of the
 * local reporting service; with another service the demo has people only.
 */
export async function loadDemo(services: Services, { reports }: { reports: boolean }): Promise<void> {
  const people = await services.database.run({ kind: 'identity', read_only: true }, query.selectFrom('person').select('id').limit(1));
  if (people.length > 0) return;
  await loadDemoOrganisation(services);
  await loadDemoAccounts(services);
  await loadDemoStaff(services);
  await loadDemoImports(services);
  await loadDemoNotices(services);
  await loadDemoShifts(services);
  await loadDemoPrivacy(services);
  if (!reports) return;
  await loadDemoReports(services);
  await loadDemoCovers(services);
  await loadDemoAccess(services);
  await loadDemoPublishing(services);
  await loadDemoUsage(services);
  await loadDemoReading(services);
}
