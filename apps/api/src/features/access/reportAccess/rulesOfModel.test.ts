/** Rules that name roles and columns: what the model does not have, and what the service refuses. */
import { bulkAdd } from '@vitrine/contract/access/bulkAccess.ts';
import { permissions } from '@vitrine/contract/access/permissions.ts';
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import type { Refused } from '#test/harness/browser.ts';
import { addPlaylist } from '#test/harness/playlists.ts';
import type { Person } from '#test/harness/population.ts';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import type { Published } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';

const { world } = await openPublishingWorld();

async function scene() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  const ana = await unit.person('user', { membership: { department: 'Sul' } });
  const reader = await world.signIn(ana);
  return { unit, admin, ana, reader, publish: (values: Published = {}) => publish(admin, values) };
}

const at = ({ id }: { id: string }, { membership_id }: Person) => ({ params: { id, membership_id: membership_id ?? '' } });
const params = ({ id }: { id: string }) => ({ params: { id } });

test('a role that the model does not have is refused when it is saved, wherever rules are saved, with the name that was meant', async () => {
  const { admin, ana, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const kept = await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'] });
  const to_ana = { to: 'membership', to_id: ana.membership_id } as const;
  const toldOf = async (saving: Promise<Refused>) => {
    const { status, body } = await saving;
    return [status, body.errors];
  };
  const meant = [
    422,
    {
      rls_roles: [
        'O campo Funções do relatório cita a função “Regiao Sul”, que este relatório não tem no Power BI. Você quis dizer “Região Sul”?',
      ],
    },
  ];
  const unknown = [422, { rls_roles: [expect.stringContaining('cita a função “Diretoria”, que este relatório não tem no Power BI.')] }];
  const adding = (rls_roles: string[]) => admin.refusal(contract.add, { ...params(report), body: { ...to_ana, rls_roles } });
  expect(await toldOf(adding(['Regiao Sul']))).toEqual(meant);
  expect(await toldOf(adding(['Região Norte', 'Diretoria']))).toEqual(unknown);
  const many = { report_ids: [(await add()).id, report.id], receivers: [to_ana], rls_roles: ['Regiao Sul'] };
  expect(await toldOf(admin.refusal(bulkAdd, { body: many }))).toEqual(meant);
  const changed = {
    filters: [],
    rls_roles: ['Diretoria'],
    rls_username: null,
    permission_edit: false,
    ends_on: null,
    version: kept.version,
  };
  expect(await toldOf(admin.refusal(contract.update, { params: { id: report.id, grant_id: kept.id }, body: changed }))).toEqual(unknown);
  const playlist = await addPlaylist(admin, [report], { shared: true });
  const link = { name: 'Parede', membership_id: ana.membership_id ?? '', identity: { username: 'parede', roles: ['Regiao Sul'] } };
  const told = await admin.refusal(playlists.addLink, { ...params(playlist), body: link });
  expect([told.status, Object.keys(told.body.errors ?? {})]).toEqual([422, ['identity']]);
  expect((await admin.call(contract.list, params(report))).data).toEqual([kept]);
});

test('a column that the model does not have is refused when it is saved', async () => {
  const { admin, publish: add } = await scene();
  const report = await add({ data_rule: 'filter' });
  const filter = (table: string, column: string) => ({ table, column, values: ['Chuva'] });
  for (const wrong of [filter('Clima', 'Tenpo'), filter('Climas', 'Tempo'), filter("Cl'ima", 'Te]mpo')]) {
    const body = { to: 'unit', to_id: null, filters: [filter('Clima', 'Tempo'), wrong] } as const;
    const refused = await admin.refusal(contract.add, { ...params(report), body: { ...body, filters: [...body.filters] } });
    expect([refused.status, refused.body.errors]).toEqual([422, { 'filters.1.column': [expect.stringContaining(`“${wrong.column}”`)] }]);
  }
  await grant(admin, report, { to: 'unit', filters: [filter('Clima', 'Tempo')] });
});

test('a rule that the service refuses is told as such: to the reader, in the panel and in the audit', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const { id } = await grant(admin, report, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] });
  const told = async () => {
    const { see, why, reasons, identity } = await admin.call(contract.why, at(report, ana));
    const audit = await admin.call(permissions, { query: { report_id: report.id, membership_id: ana.membership_id ?? '' } });
    const file = await admin.inject({ method: 'GET', url: `/api/report_permissions/export?format=csv&membership_id=${ana.membership_id}` });
    return { see, why, last: reasons.at(-1)?.word, identity, states: audit.data.map(({ state }) => state), file: file.body };
  };
  expect(await told()).toMatchObject({ see: true, states: ['sees'], file: expect.stringContaining('Região Sul') });
  // The role was there when it was saved, and has left the model since.
  await world.owner.run(
    query
      .updateTable('report_grant')
      .set({ rls_roles: ['Região Lest'] })
      .where('id', '=', id),
  );
  const { status, body } = await reader.refusal(reading.open, params(report));
  expect([status, body.status]).toEqual([403, 'rule_refused']);
  expect(await told()).toMatchObject({
    see: false,
    why: 'rule_refused',
    last: 'rule_refused',
    identity: null,
    states: ['rule_refused'],
    file: expect.stringContaining('Recusado pelo Power BI'),
  });
});
