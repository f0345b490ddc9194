import * as home from '@vitrine/contract/reading/home.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { receiversFound } from '@vitrine/contract/access/reportAccess.ts';
import { search } from '@vitrine/contract/reading/search.ts';
import { ask } from '@vitrine/contract/reading/sharing.ts';
import * as contract from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();
const params = ({ id }: { id: string }) => ({ params: { id } });

async function scene() {
  const made = await publishingScene(world);
  const report = await made.publish({ title: 'Balanço' });
  await made.toAna(report);
  return { ...made, report };
}

test('a certified report is seen as such wherever readers meet it, until that is taken back', async () => {
  const { admin, administrator, reader, report, publish, toAna } = await scene();
  await toAna(await publish({ title: 'Outro' }));
  const certified = await admin.call(contract.certify, { ...params(report), body: { certified: true, note: 'Conferido.' } });
  expect(certified.certified).toMatchObject({ by: administrator.name, note: 'Conferido.' });
  const seen = async () => {
    const { data } = await reader.call(reading.mine, { query: { certified: 'true' } });
    const { latest } = await reader.call(home.home, {});
    const { reports } = await reader.call(search, { query: { q: 'Balanço' } });
    return [data.map(({ id }) => id), latest.filter((card) => card.certified).map(({ id }) => id), reports.map((hit) => hit.certified)];
  };
  expect(await seen()).toEqual([[report.id], [report.id], [true]]);
  expect((await openReport(reader, report)).trust.certified).toMatchObject({ by: administrator.name, note: 'Conferido.' });
  expect((await admin.call(contract.list, { query: { certified: 'true' } })).data.map(({ id }) => id)).toEqual([report.id]);
  await admin.call(contract.certify, { ...params(report), body: { certified: false } });
  expect(await seen()).toEqual([[], [], [false]]);
  const lines = await world.owner.run(
    query.selectFrom('audit_log').selectAll().where('action', '=', 'report.certify').where('object_id', '=', report.id),
  );
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain('changed_at');
});

test('an owner answers by e-mail; who has left the unit is told as missing and is asked nothing', async () => {
  const { unit, admin, ana, reader, report } = await scene();
  const elisa = await unit.person('user');
  const owned = await admin.call(contract.setOwner, { ...params(report), body: { membership_id: elisa.membership_id } });
  expect(owned.owner).toEqual({ membership_id: elisa.membership_id, name: elisa.name, gone: false });
  const opened = await openReport(reader, report);
  expect(opened.trust).toEqual({ certified: null, owner: elisa.name });
  expect(JSON.stringify(opened)).not.toContain(elisa.email);
  await reader.call(ask, { ...params(report), body: { question: 'De quando são os números?' } });
  const [notice] = (await (await world.signIn(elisa)).call(notifications.list, {})).data;
  expect(notice).toMatchObject({
    kind: 'report_question',
    values: { person: ana.name, email: ana.email, question: 'De quando são os números?' },
  });

  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'inactive' })
      .where('id', '=', elisa.membership_id ?? ''),
  );
  expect((await admin.call(contract.list, { query: { owner: 'gone' } })).data).toMatchObject([{ id: report.id, owner: { gone: true } }]);
  expect((await openReport(reader, report)).trust.owner).toBeNull();
  expect((await reader.refusal(ask, { ...params(report), body: { question: 'E agora?' } })).body.status).toBe('owner_missing');
});

test('only who may change reports certifies them or names an owner, of the own unit alone', async () => {
  const { unit, admin, ana, reader, report } = await scene();
  const foreign = await scene();
  const blocked = await unit.person('user');
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'blocked' })
      .where('id', '=', blocked.membership_id ?? ''),
  );
  expect((await reader.refusal(contract.certify, { ...params(report), body: { certified: true } })).status).toBe(403);
  expect((await reader.refusal(contract.setOwner, { ...params(report), body: { membership_id: ana.membership_id } })).status).toBe(403);
  expect((await foreign.admin.refusal(contract.certify, { ...params(report), body: { certified: true } })).status).toBe(404);
  for (const { membership_id } of [foreign.ana, blocked])
    expect((await admin.refusal(contract.setOwner, { ...params(report), body: { membership_id } })).body.errors).toHaveProperty(
      'membership_id',
    );
  expect((await foreign.reader.refusal(ask, { ...params(report), body: { question: 'O quê?' } })).status).toBe(404);
  expect((await admin.call(contract.get, params(report))).certified).toBeNull();
});

test('who answers for something is found among those who can sign in, and nobody else is taken', async () => {
  const { unit, admin, report, ana, administrator } = await scene();
  const states = ['inactive', 'blocked', 'deactivated'] as const;
  const gone = await Promise.all(states.map(() => unit.person('user')));
  for (const [index, state] of states.entries())
    await world.owner.run(
      query
        .updateTable('membership')
        .set({ state })
        .where('id', '=', gone[index]?.membership_id ?? ''),
    );
  const offered = async (asked: object) =>
    (await admin.call(receiversFound, { query: asked })).data.filter(({ to }) => to === 'membership').map(({ to_id }) => to_id);
  expect(new Set(await offered({ active: 'true' }))).toEqual(new Set([ana.membership_id, administrator.membership_id]));
  expect((await admin.call(receiversFound, { query: { active: 'true' } })).data.every(({ to }) => to === 'membership')).toBe(true);
  // Assigning may prepare the access of somebody who is inactive for now.
  expect(await offered({})).toContain(gone[0]?.membership_id);
  for (const { membership_id } of gone)
    expect((await admin.refusal(contract.setOwner, { ...params(report), body: { membership_id } })).body.errors).toHaveProperty(
      'membership_id',
    );
  expect((await admin.call(contract.get, params(report))).owner?.membership_id).toBe(administrator.membership_id);
});

test('a report says who changed it last, and moving it by hand is no change', async () => {
  const { unit, admin, report } = await scene();
  expect(report).toMatchObject({ changed_at: null, changed_by: null });
  const second = await unit.person('admin');
  await (await world.signIn(second)).call(contract.certify, { ...params(report), body: { certified: true } });
  const changed = await admin.call(contract.get, params(report));
  expect(changed).toMatchObject({ changed_by: second.name, changed_at: expect.any(String) });
  await admin.call(contract.reorder, { body: { group_id: report.group_id, subgroup_id: null, report_ids: [report.id] } });
  expect(await admin.call(contract.get, params(report))).toMatchObject({ changed_by: second.name, changed_at: changed.changed_at });
});
