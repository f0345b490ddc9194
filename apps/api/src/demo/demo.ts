/** The demo: two partners, their units, people of every role, and reports. Loaded once into an empty database. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { loadDemoAccess } from './access.ts';
import { loadDemoAccounts } from './accounts.ts';
import { loadDemoBrands } from './brands/brands.ts';
import { loadDemoFaq } from './faq.ts';
import { loadDemoImports } from './imports.ts';
import { loadDemoNotices } from './notices.ts';
import { loadDemoOrganisation } from './organisation.ts';
import { loadDemoPrivacy } from './privacy.ts';
import { loadDemoPublishing } from './publishing.ts';
import { loadDemoShifts } from './shifts.ts';
import { loadDemoReading } from './reading.ts';
import { loadDemoReports } from './reports.ts';
import { loadDemoStaff } from './staff.ts';
import { loadDemoTrades } from './tradesAtWork.ts';
import { loadDemoUsage } from './usage.ts';

/**
 * Does nothing if the database has people, so that it never changes real data. The reports are those of the
 * local reporting service; with another service the demo has only people.
 */
export async function loadDemo(services: Services, { reports }: { reports: boolean }): Promise<void> {
  const people = await services.database.run({ kind: 'identity', read_only: true }, query.selectFrom('person').select('id').limit(1));
  if (people.length > 0) return;
  await loadDemoOrganisation(services);
  await loadDemoBrands(services);
  await loadDemoAccounts(services);
  await loadDemoStaff(services);
  await loadDemoImports(services);
  await loadDemoNotices(services);
  await loadDemoFaq(services);
  await loadDemoShifts(services);
  await loadDemoPrivacy(services);
  if (!reports) return;
  await loadDemoReports(services);
  await loadDemoAccess(services);
  await loadDemoPublishing(services);
  await loadDemoUsage(services);
  await loadDemoReading(services);
  await loadDemoTrades(services);
}
