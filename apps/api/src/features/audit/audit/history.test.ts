import { ofCompany, ofReport, ofUser, ofUserGroup } from '@vitrine/contract/audit/audit.ts';
import * as companies from '@vitrine/contract/organisation/companies.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as access from '@vitrine/contract/access/reportAccess.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const person = await unit.person('admin');
  return { partner, unit, person, admin: await world.signIn(person) };
}
type Lines = { data: { object_type: string; action: string; object_name: string | null }[] };
const kinds = ({ data }: Lines) => data.map(({ object_type, action }) => `${object_type} ${action.split('.').at(-1)}`);

test('of a report: how it was made, what was changed, and who got it and lost it', async () => {
  const { admin, unit, person } = await scene();
  const reader = await unit.person('user');
  const group = await admin.call(reportGroups.add, { body: { name: 'Vendas' } });
  const link = { title: 'Painel', group_id: group.id, link_url: 'https://example.com/' };
  const report = await admin.call(reports.addLink, { body: link });
  const params = { id: report.id };
  const other = await admin.call(reports.addLink, { body: { ...link, title: 'Outro' } });
  await admin.call(access.add, { params: { id: other.id }, body: { to: 'unit', to_id: null } });
  const grant = await admin.call(access.add, { params, body: { to: 'membership', to_id: reader.membership_id } });
  await admin.call(access.update, { params: { ...params, grant_id: grant.id }, body: { ends_on: '2099-12-31', version: 1 } });
  await admin.call(access.remove, { params: { ...params, grant_id: grant.id } });
  const history = await admin.call(ofReport, { params });
  expect(kinds(history).filter((kind) => kind.startsWith('report_grant'))).toEqual([
    'report_grant remove',
    'report_grant update',
    'report_grant add',
  ]);
  expect(new Set(history.data.filter(({ object_type }) => object_type === 'report_grant').map(({ object_name }) => object_name))).toEqual(
    new Set([reader.name]),
  );
  const ofOther = await admin.call(ofReport, { params: { id: other.id } });
  expect(ofOther.data.find(({ object_type }) => object_type === 'report_grant')?.object_name).toBe('Toda a unidade');
  expect(kinds(history).at(-1)).toBe('report add');
  expect(history.made).toMatchObject({ object_type: 'report', actor: { name: person.name } });
  expect(history.data.map(({ object_id }) => object_id)).not.toContain(other.id);
});

test('of a person and of a group: both tell who came into the group and went', async () => {
  const { admin, unit } = await scene();
  const reader = await unit.person('user');
  const id = reader.membership_id ?? '';
  const group = await admin.call(groups.add, { body: { name: 'Compradores' } });
  await admin.call(groups.addMembers, { params: { id: group.id }, body: { membership_ids: [id] } });
  await admin.call(groups.removeMember, { params: { id: group.id, membership_id: id } });
  await admin.call(users.setState, { params: { id }, body: { state: 'blocked' } });
  const ofPerson = await admin.call(ofUser, { params: { id } });
  expect(kinds(ofPerson)[0]).toBe('membership state');
  const moved = ['user_group_member remove_member', 'user_group_member add_members'];
  expect(kinds(ofPerson)).toEqual(expect.arrayContaining(moved));
  expect(kinds(await admin.call(ofUserGroup, { params: { id: group.id } }))).toEqual([...moved, 'user_group add']);
});

test('of a business unit: what its partner allows it', async () => {
  const { partner, unit } = await scene();
  const staff = await partner.person({ unit });
  const inside = await world.signIn(staff);
  const switches = { self_registration: false, allow_registering_reports: true, only_own_accounts: false };
  const marks = { default_for_cloud: false, default_for_registration: false };
  const allowed = { name: unit.name, subdomain: null, user_limit: 100, ...switches, ...marks, version: 1 };
  await inside.call(companies.update, { params: { id: unit.id }, body: allowed });
  const { data } = await inside.call(ofCompany, { params: { id: unit.id } });
  expect(data[0]).toMatchObject({ object_type: 'tenant', actor: { email: staff.email }, after: { self_registration: false } });
  const stranger = await world.signIn(await (await world.partner()).person());
  expect((await stranger.refusal(ofCompany, { params: { id: unit.id } })).status).toBe(404);
});

test('is refused to readers, and another unit has no such object', async () => {
  const { admin, unit } = await scene();
  const reader = await unit.person('user');
  const group = await admin.call(groups.add, { body: { name: 'Nosso' } });
  const place = await admin.call(reportGroups.add, { body: { name: 'Lugar' } });
  const link = { title: 'Painel', group_id: place.id, link_url: 'https://example.com/' };
  const ids = [
    [ofUserGroup, group.id],
    [ofUser, reader.membership_id ?? ''],
    [ofReport, (await admin.call(reports.addLink, { body: link })).id],
  ] as const;
  const asReader = await world.signIn(reader);
  const { admin: elsewhere } = await scene();
  for (const [endpoint, id] of ids) {
    expect((await asReader.refusal(endpoint, { params: { id } })).status).toBe(403);
    expect((await elsewhere.refusal(endpoint, { params: { id } })).status).toBe(404);
    expect((await admin.refusal(endpoint, { params: { id: randomUUID() } })).status).toBe(404);
    expect((await admin.call(endpoint, { params: { id } })).data.length).toBeGreaterThan(0);
  }
});

test('comes in pages', async () => {
  const { admin } = await scene();
  const { id } = await admin.call(groups.add, { body: { name: 'Um' } });
  for (const version of [1, 2, 3]) await admin.call(groups.update, { params: { id }, body: { name: `Nome ${version}`, version } });
  const first = await admin.call(ofUserGroup, { params: { id }, query: { per_page: 2 } });
  const next = await admin.call(ofUserGroup, { params: { id }, query: { per_page: 2, page: 2, after: first.meta.next ?? '' } });
  expect([...kinds(first), ...kinds(next)]).toEqual([...Array.from({ length: 3 }, () => 'user_group update'), 'user_group add']);
});

test('of a report of the operator: its staff read it, nobody else, and no lines of customers are in it', async () => {
  const operator = await world.signIn(await world.operator());
  const body = { title: 'Consumo', group_id: null, link_url: 'https://example.com/' };
  const own = await operator.call(reports.addLink, { body });
  const params = { id: own.id };
  await operator.call(reports.certify, { params, body: { certified: true } });
  const history = await operator.call(ofReport, { params });
  expect(kinds(history)).toEqual(['report certify', 'report add']);
  expect(history.made).toMatchObject({ object_type: 'report', actor: { name: expect.any(String) } });

  const { partner, unit, admin } = await scene();
  const place = await admin.call(reportGroups.add, { body: { name: 'Lugar' } });
  const theirs = await admin.call(reports.addLink, { body: { ...body, group_id: place.id } });
  // A line of a customer that names the operator's report, as if something had gone wrong.
  await world.owner.run(
    query.insertInto('audit_log').values({
      tenant_id: unit.id,
      action: 'report_grant.add',
      object_type: 'report_grant',
      object_id: randomUUID(),
      before: null,
      after: JSON.stringify({ report_id: own.id, membership_id: randomUUID() }),
    }),
  );
  expect(kinds(await operator.call(ofReport, { params }))).toEqual(['report certify', 'report add']);
  expect((await operator.refusal(ofReport, { params: { id: theirs.id } })).status).toBe(404);
  const staff = await world.signIn(await partner.person({ unit }));
  for (const stranger of [admin, staff]) expect((await stranger.refusal(ofReport, { params })).status).toBe(404);
  expect((await (await world.signIn(await unit.person('user'))).refusal(ofReport, { params })).status).toBe(403);
});
