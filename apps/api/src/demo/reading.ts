/** Demo data of readers: favourites, an own start page, bookmarks, saved filters and a reported problem. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { commentsOn } from './reportComments.ts';
import { demoPeople, demoUnits } from './people.ts';
import { loadTicketEvidence } from './ticketEvidence.ts';

/** A view of the local service: one slicer set on a page. The service's own form of a bookmark's state. */
function stateOf(page: string, slicer: string, target: { table: string; column: string }, values: string[]): string {
  const filter = { $schema: 'http://powerbi.com/product/schema#basic', filterType: 1, target, operator: 'In', values };
  const view = { page, filters: { report: [], pages: {}, visuals: {} }, slicers: { [`${page}/${slicer}`]: [filter] }, sorts: {} };
  return Buffer.from(JSON.stringify({ version: 1, view })).toString('base64');
}

const digital = stateOf('visao_geral', 'seg_canal', { table: 'Canal', column: 'Canal' }, ['Site', 'Aplicativo']);

export async function loadDemoReading({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const { aurora, serra, delta } = demoUnits;
  const scope = { kind: 'tenant', tenant_id: aurora.id, action: 'demo.load' } as const;
  const reports = await database.run(scope, query.selectFrom('report').select(['id', 'title']).where('active', '=', true));
  const idOf = (title: string): string[] => reports.filter((report) => report.title === title).map(({ id }) => id);
  const [sales] = idOf('Vendas da rede');
  const person_id = demoPeople.ana.id;
  const own = { tenant_id: aurora.id, person_id };
  const shared = uuidv7();
  const starred = ['Vendas da rede', 'Terremotos e desastres', 'Cinema'].flatMap(idOf);
  const statements = [
    ...starred.map((report_id, position) => query.insertInto('favourite').values({ ...own, report_id, position })),
    // Aurora keeps filters, says how old its data are, and its readers comment on reports.
    sql`update tenant_setting set value = value || '{"save_filter": true, "show_last_refresh": true, "report_comments": true}' where tenant_id = ${ownTenant}`,
    ...(sales
      ? [
          query.insertInto('saved_view').values({
            ...own,
            id: uuidv7(),
            report_id: sales,
            kind: 'bookmark',
            name: 'Canais digitais',
            page: 'Visão geral',
            state: digital,
          }),
          // What Elisa shared with Ana.
          query.insertInto('saved_view').values({
            tenant_id: aurora.id,
            person_id: demoPeople.elisa.id,
            id: shared,
            report_id: sales,
            kind: 'link',
            page: 'Visão geral',
            state: digital,
          }),
          ...commentsOn({ report_id: sales, tenant_id: aurora.id, view_id: shared }, now()),
          query.insertInto('notification').values({
            ...own,
            id: uuidv7(),
            kind: 'report_shared_note',
            values: JSON.stringify({
              person: demoPeople.elisa.name,
              report: 'Vendas da rede',
              note: 'Veja só os canais digitais: o site passou o aplicativo.',
            }),
            link: `/${sales}/reports/view?view=${shared}`,
            created_at: new Date(now().getTime() - 40 * 60_000),
          }),
          query.insertInto('report_problem').values({
            ...own,
            id: uuidv7(),
            report_id: sales,
            description: 'O faturamento de ontem ainda não aparece.',
            page: 'Visão geral',
            load_ms: 1240,
            render_ms: 860,
            created_at: new Date(now().getTime() - 3 * 3_600_000),
          }),
        ]
      : []),
  ];
  await database.runEach(scope, statements);
  if (sales) await loadTicketEvidence({ database, now }, sales);
  // Serra has watermarks on.
  await database.run(
    { kind: 'tenant', tenant_id: serra.id, action: 'demo.load' },
    sql`update tenant_setting set value = value || '{"enable_watermark": true}' where tenant_id = ${ownTenant}`,
  );
  // Readers of Delta have no playlists.
  await database.run(
    { kind: 'tenant', tenant_id: delta.id, action: 'demo.load' },
    sql`update tenant_setting set value = value || '{"hidden_menu_user": ["playlists"]}' where tenant_id = ${ownTenant}`,
  );
}
