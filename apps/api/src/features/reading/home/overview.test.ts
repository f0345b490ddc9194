/** What the start page tells those who administer: figures, and what waits; each with the list that it counts. */
import * as billing from '@vitrine/contract/billing/billing.ts';
import * as domains from '@vitrine/contract/organisation/domains.ts';
import * as partners from '@vitrine/contract/organisation/partners.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as contract from '@vitrine/contract/reading/home.ts';
import * as accounts from '@vitrine/contract/reports/reportingAccounts.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { newClient } from '#test/harness/billing.ts';
import type { Published } from '#test/harness/publishing.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

/** A reader who sees what is granted. */
async function scene() {
  const made = await publishingScene(world);
  const toAna = async (values: Published = {}): Promise<Report> => {
    const report = await made.publish(values);
    await made.toAna(report);
    return report;
  };
  return { ...made, toAna };
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function stored(...statements: Statement[]): Promise<void> {
  for (const statement of statements) await world.owner.run(statement);
}

test('administrators see how the unit is doing: readers, views, licences, data that are not fresh, and what waits', async () => {
  const { unit, admin, ana, reader, toAna } = await scene();
  const [failed, fresh] = [await toAna({ sample: 'sales', data_rule: 'rls' }), await toAna()];
  const view = (days: number) => ({
    tenant_id: unit.id,
    id: uuidv7(),
    report_id: fresh.id,
    person_id: ana.id,
    actor_id: ana.id,
    opened_at: new Date(Date.now() - days * 86_400_000),
  });
  await world.owner.run(query.insertInto('report_view').values([view(1), view(6), view(8), view(15)]));
  const refresh = { tenant_id: unit.id, account_id: failed.account_id ?? '', source: 'person' as const, ended_at: new Date() };
  for (const [report, state] of [
    [failed, 'failed'],
    [fresh, 'completed'],
  ] as const) {
    const { dataset_id, workspace_id } = report;
    const row = { ...refresh, id: uuidv7(), dataset_id: dataset_id ?? '', dataset_workspace_id: workspace_id ?? '', state };
    await world.owner.run(query.insertInto('dataset_refresh').values(row));
  }
  await unit.person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  const seen = await admin.call(contract.overview, {});
  expect(seen).toMatchObject({ readers: 1, views: 2, views_before: 1, stale_reports: 1, seats: { used: 2, limit: 100 } });
  expect(seen.waiting).toEqual([{ kind: 'registrations', count: 1 }]);
  const listed = async (query: Parameters<typeof admin.call<typeof users.list>>[1]['query']) =>
    (await admin.call(users.list, { query })).data.map(({ person_id }) => person_id);
  expect(await listed({ reads: 'week' })).toEqual([ana.id]);
  expect(await listed({ licence: 'used' })).toHaveLength(seen.seats.used);
  expect(ids((await admin.call(reports.list, { query: { data: 'stale' } })).data)).toEqual([failed.id]);
  expect(ids((await admin.call(reports.list, { query: { data: 'failed' } })).data)).toEqual([failed.id]);

  const other = await world.signIn(await (await world.unit()).person('admin'));
  expect(await other.call(contract.overview, {})).toMatchObject({ readers: 0, views: 0, stale_reports: 0, waiting: [] });
  for (const refused of [reader, await world.signIn(await world.operator())])
    expect((await refused.refusal(contract.overview, {})).status).toBe(403);
});

test('what ends soon waits, each with a list that holds exactly what was counted', async () => {
  const { unit, admin, ana, toAna, publish: add } = await scene();
  const other = await scene();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [ending, lasting, troubled] = [await toAna(), await toAna(), await add()];
  const leaving = await unit.person('user', { membership: { block_on: day(5) } });
  await unit.person('user', { membership: { block_on: day(12), mail_refusal: '550 unknown' } });
  const group = { tenant_id: unit.id, id: uuidv7(), name: 'Safra' };
  await stored(
    query
      .updateTable('report_grant')
      .set({ ends_on: day(3) })
      .where('report_id', '=', ending.id),
    query
      .updateTable('report_grant')
      .set({ ends_on: day(12) })
      .where('report_id', '=', lasting.id),
    query
      .insertInto('report_problem')
      .values(
        [1, 2].map(() => ({ tenant_id: unit.id, id: uuidv7(), report_id: troubled.id, person_id: ana.id, description: 'x', page: 'x' })),
      ),
    query.insertInto('user_group').values([group, { ...group, id: uuidv7(), name: 'Sem fim' }]),
    query
      .insertInto('user_group_member')
      .values({ tenant_id: unit.id, group_id: group.id, membership_id: ana.membership_id ?? '', own_ends_on: day(2) }),
    query
      .updateTable('reporting_account')
      .set({ secret_expires_on: day(20) })
      .where('tenant_id', '=', unit.id),
    query
      .updateTable('reporting_account')
      .set({ secret_expires_on: day(60) })
      .where('tenant_id', '=', other.unit.id),
  );
  const { waiting } = await admin.call(contract.overview, {});
  expect(Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))).toEqual({
    problems: 1,
    refused_mails: 1,
    ending_access: 1,
    ending_people: 1,
    ending_groups: 1,
    ending_secrets: 1,
  });
  expect(ids((await admin.call(reports.list, { query: { problems: 'open' } })).data)).toEqual([troubled.id]);
  expect(ids((await admin.call(reports.list, { query: { access: 'ending' } })).data)).toEqual([ending.id]);
  expect(ids((await admin.call(users.list, { query: { ends: 'soon' } })).data)).toEqual([leaving.membership_id]);
  expect((await admin.call(users.list, { query: { mail: 'refused' } })).meta.total).toBe(1);
  expect(ids((await admin.call(userGroups.list, { query: { ends: 'soon' } })).data)).toEqual([group.id]);
  expect((await admin.call(accounts.list, { query: { secret: 'ending' } })).meta.total).toBe(1);
  expect((await other.admin.call(contract.overview, {})).waiting).toEqual([]);
  expect((await other.admin.call(accounts.list, { query: { secret: 'ending' } })).meta.total).toBe(0);
});

test('an administrator who sees only own accounts is not told of those of others', async () => {
  const { unit, admin } = await scene();
  await stored(
    query.updateTable('tenant').set({ only_own_accounts: true }).where('id', '=', unit.id),
    query.updateTable('reporting_account').set({ secret_expires_on: '2020-01-01' }).where('tenant_id', '=', unit.id),
  );
  expect((await admin.call(contract.overview, {})).waiting).toEqual([{ kind: 'ending_secrets', count: 1 }]);
  const second = await world.signIn(await unit.person('admin'));
  expect((await second.call(contract.overview, {})).waiting).toEqual([]);
});

test('a partner sees by unit what waits, the fullest first, and nothing of the units of others', async () => {
  const partner = await world.partner();
  const [calm, busy] = [
    await partner.unit(),
    await partner.unit({ tenant: { user_limit: 1, state: 'trial', trial_ends_on: '2020-01-01' } }),
  ];
  await busy.person('admin');
  await busy.person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  const staff = await world.signIn(await partner.person({ unit: calm }));
  const foreign = await (await world.unit()).person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  expect(foreign.id).toBeTruthy();
  const { data, total } = await staff.call(contract.unitsOverview, {});
  expect([total, ids(data)]).toEqual([2, [busy.id, calm.id]]);
  expect(data[0]).toMatchObject({ state: 'trial', person_count: 1, user_limit: 1 });
  expect(data.map(({ waiting }) => waiting)).toEqual([
    [
      { kind: 'registrations', count: 1 },
      { kind: 'full_units', count: 1 },
      { kind: 'ending_trials', count: 1 },
    ],
    [],
  ]);
  const admin = await world.signIn(await calm.person('admin'));
  for (const refused of [admin, await world.signIn(await world.operator())])
    expect((await refused.refusal(contract.unitsOverview, {})).status).toBe(403);
});

test('a unit waits for licences from nine of ten on, and not before', async () => {
  const partner = await world.partner();
  const [nine, eight] = [await partner.unit({ tenant: { user_limit: 10 } }), await partner.unit({ tenant: { user_limit: 9 } })];
  for (const [unit, people] of [[nine, 9] as const, [eight, 8] as const])
    for (let seats = 0; seats < people; seats++) await unit.person('user');
  const { data } = await (await world.signIn(await partner.person({ unit: eight }))).call(contract.unitsOverview, {});
  expect(data.map(({ id, waiting }) => [id, waiting])).toEqual([
    [nine.id, [{ kind: 'full_units', count: 1 }]],
    [eight.id, []],
  ]);
});

test('the operator sees the platform in counts, each with the partners that have such units', async () => {
  const operator = await world.signIn(await world.operator());
  const waits = async () =>
    new Map((await operator.call(contract.platformOverview, {})).waiting.map(({ kind, count }): [string, number] => [kind, count]));
  const [was, before] = [await operator.call(contract.platformOverview, {}), await waits()];
  const partner = await world.partner();
  const wanted = {
    ending_trials: ['trial_ends', { state: 'trial', trial_ends_on: '2020-01-01' }],
    suspended_units: ['suspended', { state: 'suspended' }],
    full_units: ['full', { user_limit: 1 }],
    undelivered_mails: ['no_mail', {}],
    failing_accounts: ['account_fails', {}],
  } as const;
  const made = new Map<string, string>();
  for (const [kind, [, tenant]] of Object.entries(wanted)) made.set(kind, (await partner.unit({ tenant })).id);
  const [full, silent, failing] = ['full_units', 'undelivered_mails', 'failing_accounts'].map((kind) => made.get(kind) ?? '');
  const { id: person_id } = await (await world.unit()).person('user');
  const account = {
    tenant_id: failing ?? '',
    id: uuidv7(),
    name: 'Conta',
    application_id: uuidv7(),
    directory_id: uuidv7(),
    secret_value: '',
  };
  await stored(
    query.insertInto('membership').values({ tenant_id: full ?? '', id: uuidv7(), person_id, role: 'user' }),
    query.insertInto('membership').values({ tenant_id: silent ?? '', id: uuidv7(), person_id, role: 'user', mail_refusal: '550' }),
    query.insertInto('reporting_account').values({ ...account, secret_expires_on: '2020-01-01' }),
    query.insertInto('usage_day').values({
      tenant_id: full ?? '',
      day: new Date().toISOString().slice(0, 10),
      views: 7,
      people: 1,
      reports: 1,
      seconds: 60,
    }),
  );
  const [now, after] = [await operator.call(contract.platformOverview, {}), await waits()];
  // One partner is that of the person's own unit.
  expect([now.partners - was.partners, now.units.suspended - was.units.suspended, now.views - was.views]).toEqual([2, 1, 7]);
  for (const [kind, [units]] of Object.entries(wanted)) {
    expect([kind, (after.get(kind) ?? 0) - (before.get(kind) ?? 0)]).toEqual([kind, 1]);
    const { data } = await operator.call(partners.list, { query: { units, per_page: 100 } });
    expect([kind, data.find(({ id }) => id === partner.id)?.unit_count]).toEqual([kind, 1]);
    expect([kind, data.reduce((sum, { unit_count }) => sum + unit_count, 0)]).toEqual([kind, after.get(kind)]);
  }
  for (const refused of [await world.signIn(await partner.person()), await world.signIn(await (await world.unit()).person('admin'))])
    expect((await refused.refusal(contract.platformOverview, {})).status).toBe(403);
});

test('invoices, domains and further people of partners wait where somebody can act, and the lists hold what was counted', async () => {
  const operator = await world.signIn(await world.operator());
  const [partner, other] = [await world.partner(), await world.partner()];
  const [unit, foreign] = [await partner.unit(), await other.unit()];
  const client = await newClient(world, partner, { first_month: '2020-01' });
  await stored(query.updateTable('tenant').set({ client_id: client }).where('id', '=', unit.id));
  const { id: asked_by } = await world.operator();
  const invoice = { client_id: client, partner_id: partner.id, person_count: 1, bonus_users: 0, price_cents: 1, total_cents: 1 };
  const bill = { ...invoice, due_on: '2020-02-10', client_name: 'Cliente', client_tax_id: '1' };
  const domain = { tenant_id: unit.id, verify_token: 'token', activated_at: null };
  const counts = async () =>
    new Map((await operator.call(contract.platformOverview, {})).waiting.map(({ kind, count }): [string, number] => [kind, count]));
  const before = await counts();
  const host = (name: string) => `${name}.${unit.marker}.example`;
  await stored(
    query.insertInto('invoice').values([
      { ...bill, id: uuidv7(), month: '2020-01', state: 'draft' },
      { ...bill, id: uuidv7(), month: '2020-02', state: 'overdue', number: 900_001 },
      { ...bill, id: uuidv7(), month: '2020-03', state: 'open', number: 900_002 },
    ]),
    query.insertInto('domain').values([
      { ...domain, host: host('asked'), state: 'pending', approved_at: null },
      { ...domain, host: host('agreed'), state: 'pending' },
      { ...domain, host: host('failed'), state: 'failed', failure: 'records' },
    ]),
    query.insertInto('staff_request').values([
      { id: uuidv7(), partner_id: partner.id, name: 'Rui', email: `rui@${client}.example`, asked_by, lapses_at: '2999-01-01' },
      { id: uuidv7(), partner_id: other.id, name: 'Eva', email: `eva@${client}.example`, asked_by, lapses_at: '2020-01-01' },
    ]),
  );
  const after = await counts();
  const kinds = ['staff_requests', 'draft_invoices', 'overdue_invoices', 'failed_domains', 'asked_domains'];
  expect(kinds.map((kind) => (after.get(kind) ?? 0) - (before.get(kind) ?? 0))).toEqual([1, 1, 1, 1, 0]);
  for (const state of ['draft', 'overdue'] as const)
    expect((await operator.call(billing.list, { query: { state } })).meta.total).toBe(after.get(`${state}_invoices`));
  expect((await operator.call(partners.list, { query: { staff: 'asked' } })).data.map(({ id }) => id)).toEqual([partner.id]);
  const mine = await world.signIn(await partner.person({ unit }));
  expect((await mine.call(contract.unitsOverview, {})).data.find(({ id }) => id === unit.id)?.waiting).toEqual([
    { kind: 'asked_domains', count: 1 },
    { kind: 'failed_domains', count: 1 },
    { kind: 'overdue_invoices', count: 1 },
  ]);
  expect((await mine.call(domains.list, { query: { state: 'asked' } })).data.map((row) => row.host)).toEqual([host('asked')]);
  const theirs = await world.signIn(await other.person({ unit: foreign }));
  expect((await theirs.call(contract.unitsOverview, {})).data.flatMap(({ waiting }) => waiting)).toEqual([]);
  expect((await theirs.call(domains.list, { query: { state: 'asked' } })).data).toEqual([]);
});
