/** The demo: two partners, their units, people of every role, and reports. Loaded once into an empty database. */
import type { Services } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { loadDemoAccess } from './access.ts';
import { loadDemoAccounts } from './accounts.ts';
import { loadDemoBrands } from './brands/brands.ts';
import { loadDemoCapacities } from './capacities.ts';
import { loadDemoContracts } from './contracts.ts';
import { loadDemoDomains } from './domains.ts';
import { loadDemoEmbedding } from './embedding.ts';
import { loadDemoEntra } from './entra.ts';
import { loadDemoFaq } from './faq.ts';
import { loadDemoWordings } from './wordings.ts';
import { loadDemoHelpDesk } from './helpDesk.ts';
import { loadDemoImports } from './imports.ts';
import { loadDemoInvoices } from './invoices.ts';
import { ledgerOfThePast } from './ledger.ts';
import { loadDemoNotices } from './notices.ts';
import { loadDemoOrganisation } from './organisation.ts';
import { loadDemoIncidents } from './incidents.ts';
import { loadDemoPrivacy } from './privacy.ts';
import { loadDemoProvisioning } from './provisioning.ts';
import { loadDemoPublishing } from './publishing.ts';
import { loadDemoTasks } from './tasks.ts';
import { loadDemoSetups } from './setups/setups.ts';
import { loadDemoReading } from './reading.ts';
import { loadDemoRetention } from './retention.ts';
import { loadDemoRemoteAccess } from './remoteAccess.ts';
import { loadDemoSaml } from './saml.ts';
import { loadDemoReportHealth } from './reportHealth.ts';
import { loadDemoReports } from './reports.ts';
import { loadDemoStaff } from './staff.ts';
import { loadDemoTrades } from './tradesAtWork.ts';
import { loadDemoUsage } from './usage.ts';
import { loadDemoWeeklySummary } from './weeklySummary.ts';

/**
 * Does nothing if the database has people, so that it never changes real data. The reports are those of the
 * local reporting service; with another service the demo has only people. `asOwner` writes what only the owner of the database may.
 */
export async function loadDemo(
  services: Services,
  { reports, asOwner }: { reports: boolean; asOwner: (statements: readonly Statement[]) => Promise<void> },
): Promise<void> {
  const people = await services.database.run({ kind: 'identity', read_only: true }, query.selectFrom('person').select('id').limit(1));
  if (people.length > 0) return;
  await loadDemoOrganisation(services);
  await loadDemoContracts(services);
  await loadDemoBrands(services);
  await loadDemoDomains(services);
  await loadDemoAccounts(services);
  await loadDemoStaff(services);
  await loadDemoImports(services);
  await loadDemoNotices(services);
  await loadDemoWordings(services);
  await loadDemoSetups(services);
  await loadDemoFaq(services);
  await loadDemoPrivacy(services);
  await loadDemoRetention(services);
  await loadDemoIncidents(services);
  await loadDemoRemoteAccess(services);
  await loadDemoHelpDesk(services);
  await asOwner(ledgerOfThePast(services.now()));
  await loadDemoInvoices(services);
  if (!reports) return;
  await loadDemoEntra(services);
  await loadDemoProvisioning(services);
  await loadDemoSaml(services);
  await loadDemoReports(services);
  await loadDemoAccess(services);
  await loadDemoEmbedding(services);
  await loadDemoPublishing(services);
  await loadDemoCapacities(services);
  await loadDemoTasks(services);
  await loadDemoUsage(services);
  await loadDemoWeeklySummary(services);
  await loadDemoReading(services);
  await loadDemoReportHealth(services);
  await loadDemoTrades(services);
}
