/** The demo: two partners, their units, people of every role, and reports. Loaded once into an empty database. */
import type { Services } from '../core/context.ts';
import { query } from '../core/database/query.ts';
import { loadDemoOrganisation } from './organisation.ts';
import { loadDemoReports } from './reports.ts';

/**
 * Does nothing where there are people already: a demo never changes what somebody made. The reports are those of the
 * local reporting service; with another service the demo has people only.
 */
export async function loadDemo(services: Services, { reports }: { reports: boolean }): Promise<void> {
  const people = await services.database.run({ kind: 'identity', read_only: true }, query.selectFrom('person').select('id').limit(1));
  if (people.length > 0) return;
  await loadDemoOrganisation(services);
  if (reports) await loadDemoReports(services);
}
