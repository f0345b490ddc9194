/** Notifications of the demo: some read, some not. */
import type { Services } from '#domain/serving/context.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
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

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** One that was sent to everybody three days ago and is seen by some, and a draft. */
function announcements(tenant_id: string, now: Date): Statement[] {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const ends_at = before(-30);
  const columns = (subject: string, body: ReturnType<typeof paragraph>[]) => ({
    tenant_id,
    author_id: demoPeople.admin.id,
    ends_at,
    texts: JSON.stringify({ 'pt-BR': { subject, body: { type: 'doc', content: body } }, 'en-US': null, es: null, 'pt-PT': null }),
    excerpts: JSON.stringify({ 'pt-BR': { subject, text: body.map(({ content: [run] }) => run?.text).join(' ') } }),
  });
  const [sent, draft] = [uuidv7(), uuidv7()];
  const sent_at = before(3);
  return [
    query.insertInto('broadcast').values({
      ...columns('Inventário de fim de ano', [
        paragraph('{{first_name}}, o inventário começa no dia 5 de dezembro, às 7h, em todas as lojas.'),
        paragraph('As metas de venda desse dia não contam para a comissão.'),
      ]),
      id: sent,
      state: 'sent',
      send_at: sent_at,
      sent_at,
      done_at: sent_at,
      created_at: sent_at,
      recipients: sql<number>`(select count(*) from membership where tenant_id = ${tenant_id} and state = 'active')`,
    }),
    sql`insert into notification (tenant_id, id, person_id, kind, link, created_at, ends_at, broadcast_id, read_at, read_by)
      select tenant_id, made.id, person_id, 'message', '/notifications?notice=' || made.id, ${sent_at}, ${ends_at}, ${sent},
        case when role = 'admin' then ${before(2)}::timestamptz end, case when role = 'admin' then 'portal' end
      from membership m cross join lateral (select uuid_v7() as id, m.id as of_member) as made
      where tenant_id = ${tenant_id} and state = 'active'`,
    query.insertInto('broadcast').values({
      ...columns('Novo relatório de margem', [paragraph('Na segunda-feira o relatório de margem ganha uma página por fornecedor.')]),
      id: draft,
      created_at: before(1),
      audience: 'role',
      audience_role: 'user',
    }),
  ];
}

const signInNotice = (tenant_id: string, now: Date) => ({
  id: uuidv7(),
  tenant_id,
  texts: JSON.stringify({
    'pt-BR': 'No domingo, das 6h às 8h, os relatórios ficam fora do ar para manutenção.',
    'en-US': 'On Sunday from 6 to 8 a.m. the reports are down for maintenance.',
    es: 'El domingo de 6 a 8 los informes no estarán disponibles por mantenimiento.',
  }),
  starts_at: now,
  ends_at: new Date(now.getTime() + 7 * 86_400_000),
  created_at: now,
});

export async function loadDemoNotices({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const rows = notices.map(({ to, kind, values, link, hours, read }) => {
    const created_at = new Date(now().getTime() - hours * 3_600_000);
    const read_at = read ? new Date(created_at.getTime() + 600_000) : null;
    return { tenant_id, id: uuidv7(), person_id: demoPeople[to].id, kind, values: JSON.stringify(values), link, created_at, read_at };
  });
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('notification').values(rows),
    query.insertInto('sign_in_notice').values(signInNotice(tenant_id, now())),
    ...announcements(tenant_id, now()),
  );
}
