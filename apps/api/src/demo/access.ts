/** Demo data of Aurora: catalogue requests, a removal from a report, and a playlist with a display. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoPersonName } from './people.ts';
import { demoPeople, demoUnits } from './people.ts';

const dayMs = 86_400_000;

const memberOf = (person: DemoPersonName): string =>
  demoPeople[person].memberships.find(({ unit }) => unit === 'aurora')?.id ?? fail('not_found');

type Ids = (title: string) => string;

const requestsOf = (idOf: Ids, now: Date): Statement[] => {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const decided = { decided_by: demoPeople.admin.id, version: 2 };
  const rows = [
    {
      person: 'bruno',
      title: 'Margem e descontos',
      reason: 'Preciso negociar descontos com a regional Norte neste trimestre.',
      days: 1,
      state: 'open',
    },
    { person: 'carla', title: 'Clima de Seattle', reason: 'Quero comparar a chuva com o movimento da minha loja.', days: 4, state: 'open' },
    {
      person: 'ana',
      title: 'Terremotos e desastres',
      reason: 'Estudo de risco para o seguro das lojas do Sul.',
      days: 20,
      state: 'granted',
      answer: 'Bom proveito.',
    },
    {
      person: 'diego',
      title: 'Margem e descontos',
      reason: 'Gostaria de ver a margem das outras lojas.',
      days: 12,
      state: 'denied',
      answer: 'Cada gerente vê só a própria loja.',
    },
    { person: 'elisa', title: 'Clima de Seattle', reason: 'Curiosidade sobre o clima da cidade.', days: 40, state: 'lapsed' },
  ] as const;
  const shared = {
    tenant_id: ownTenant,
    id: uuidv7(),
    report_id: idOf('Terremotos e desastres'),
    membership_id: memberOf('carla'),
    asked_by: demoPeople.ana.id,
    reason: 'A Carla faz comigo o estudo de risco das lojas do Sul.',
    created_at: before(0.1),
  };
  return [
    query.insertInto('catalogue_request').values(shared),
    query.insertInto('catalogue_request').values(
      rows.map(({ person, title, reason, days, state, ...more }) => ({
        tenant_id: ownTenant,
        id: uuidv7(),
        report_id: idOf(title),
        membership_id: memberOf(person),
        reason,
        state,
        created_at: before(days),
        ...more,
        ...(state === 'granted' || state === 'denied' ? { ...decided, decided_at: before(days - 1) } : {}),
      })),
    ),
    query
      .insertInto('report_grant')
      .values({ tenant_id: ownTenant, id: uuidv7(), report_id: idOf('Terremotos e desastres'), membership_id: memberOf('ana') }),
    query
      .insertInto('report_removal')
      .values({ tenant_id: ownTenant, report_id: idOf('Cinema'), membership_id: memberOf('diego'), removed_by: demoPeople.admin.id }),
  ];
};

/** The shop's display is paired but was last seen a while ago, so it counts as offline until somebody opens it. */
const playlistsOf = (idOf: Ids, now: Date): Statement[] => {
  const [reception, own, link] = [uuidv7(), uuidv7(), uuidv7()];
  const slide = (playlist_id: string, title: string, position: number, seconds: number | null = null) => ({
    tenant_id: ownTenant,
    id: uuidv7(),
    playlist_id,
    report_id: idOf(title),
    position,
    seconds,
  });
  const playlist = { tenant_id: ownTenant, update_seconds: 30 };
  return [
    query.insertInto('playlist').values([
      { ...playlist, id: reception, name: 'Parede da recepção', owner_id: demoPeople.admin.id, shared: true },
      { ...playlist, id: own, name: 'Reunião de segunda', owner_id: demoPeople.ana.id, navigate_pages: true, repeat_count: 1 },
    ]),
    query
      .insertInto('playlist_slide')
      .values([
        slide(reception, 'Vendas da rede', 0, 45),
        slide(reception, 'Saúde e renda no mundo', 1),
        slide(reception, 'Cinema', 2),
        slide(own, 'Vendas da rede', 0),
        slide(own, 'Margem e descontos', 1),
      ]),
    query.insertInto('playlist_link').values({
      tenant_id: ownTenant,
      id: link,
      playlist_id: reception,
      name: 'Recepção',
      // A random token that nobody knows: to use a screen link, create a new one.
      token_hash: hashToken(newToken()),
      membership_id: memberOf('elisa'),
      expires_at: new Date(now.getTime() + 365 * dayMs),
      created_by: demoPeople.admin.id,
    }),
    query.insertInto('playlist_screen').values({
      tenant_id: ownTenant,
      id: uuidv7(),
      link_id: link,
      name: 'TV da recepção',
      key_hash: hashToken(newToken()),
      last_seen_at: new Date(now.getTime() - 3_600_000),
      dark_since: new Date(now.getTime() - 3_300_000),
    }),
  ];
};

export async function loadDemoAccess({ database, now }: Services): Promise<void> {
  const caller = { kind: 'tenant', tenant_id: demoUnits.aurora.id, action: 'demo.load' } as const;
  const reports = await database.run(caller, sql<{ id: string; title: string }>`select id, title from report`);
  const idOf: Ids = (title) => reports.find((report) => report.title === title)?.id ?? fail('not_found');
  await database.run(caller, sql`update report set owner_id = ${demoPeople.admin.id}::uuid`);
  await database.run(
    caller,
    sql`update report set owner_id = ${demoPeople.elisa.id}::uuid, certified_at = ${now()}, certified_by = ${demoPeople.admin.id}::uuid,
      certified_note = 'Números conferidos com a controladoria no fechamento do mês.' where title = 'Vendas da rede'`,
  );
  await database.runEach(caller, [...requestsOf(idOf, now()), ...playlistsOf(idOf, now())]);
}
