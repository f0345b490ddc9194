/** Notifications of the demo: some read, some not. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

type DemoNotice = {
  to: keyof typeof demoPeople;
  kind: string;
  values: Record<string, string | number>;
  link: string;
  hours: number;
  read?: true;
};

const notices: DemoNotice[] = [
  { to: 'ana', kind: 'report_granted', values: { report: 'Vendas da rede' }, link: '/all/reports', hours: 2 },
  { to: 'ana', kind: 'refresh_completed', values: { report: 'Margem e descontos' }, link: '/all/reports', hours: 26, read: true },
  {
    to: 'admin',
    kind: 'catalogue_requested',
    values: { person: 'Ana Bittencourt', report: 'Margem e descontos' },
    link: '/catalogs',
    hours: 1,
  },
  {
    to: 'admin',
    kind: 'refresh_failed',
    values: { report: 'Vendas da rede', reason: 'credenciais expiradas' },
    link: '/management/report',
    hours: 5,
  },
  { to: 'admin', kind: 'import_finished', values: { done: 12, failed: 1 }, link: '/user', hours: 50, read: true },
];

export async function loadDemoNotices({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const rows = notices.map(({ to, kind, values, link, hours, read }) => {
    const created_at = new Date(now().getTime() - hours * 3_600_000);
    const read_at = read ? new Date(created_at.getTime() + 600_000) : null;
    return { tenant_id, id: uuidv7(), person_id: demoPeople[to].id, kind, values: JSON.stringify(values), link, created_at, read_at };
  });
  await database.run({ kind: 'tenant', tenant_id, action: 'demo.load' }, query.insertInto('notification').values(rows));
}
