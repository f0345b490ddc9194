import * as contract from '@vitrine/contract/reports/reportingAccounts.ts';
import { expect, test } from 'vitest';
import { addAccount, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { demoAccount, samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { secretPlace } from '#domain/reporting/powerbiGateway.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

const params = ({ id }: { id: string }) => ({ params: { id } });
const stored = async (id: string) =>
  (await world.owner.run(query.selectFrom('reporting_account').select(['tenant_id', 'id', 'secret_value']).where('id', '=', id)))[0]!;
const { secret_value: _secret, ...identifiers } = demoAccount;

test('the secret goes in and never comes out', async () => {
  const { admin } = await world.unitWithAdmin();
  const account = await addAccount(admin);
  expect(account).toMatchObject({
    ...identifiers,
    subscription_id: null,
    has_secret_value: true,
    report_count: 0,
    version: 1,
    can: { edit: true, remove: true },
  });
  const answers = [account, await admin.call(contract.get, params(account)), await admin.call(contract.list, {})];
  expect(JSON.stringify(answers)).not.toContain(demoAccount.secret_value);
  const audit = await world.owner.run(query.selectFrom('audit_log').selectAll().where('object_id', '=', account.id));
  expect(JSON.stringify(audit)).toContain('"secret_value":"***"');
  expect(JSON.stringify([audit, world.log])).not.toContain(demoAccount.secret_value);
});

test('the secret is encrypted for its own row and opens nowhere else', async () => {
  const { admin } = await world.unitWithAdmin();
  const [one, other] = [await stored((await addAccount(admin)).id), await stored((await addAccount(admin)).id)];
  expect(one.secret_value).not.toContain(demoAccount.secret_value);
  expect(world.services.secrets.decrypt(one.secret_value, secretPlace(one))).toBe(demoAccount.secret_value);
  expect(() => world.services.secrets.decrypt(one.secret_value, secretPlace(other))).toThrow();
});

test('a change without a secret keeps the stored one; with a secret it replaces it', async () => {
  const { admin } = await world.unitWithAdmin();
  const account = await addAccount(admin);
  const before = await stored(account.id);
  const renamed = await admin.call(contract.update, { ...params(account), body: { ...identifiers, name: 'Renamed', version: 1 } });
  expect(renamed).toMatchObject({ name: 'Renamed', version: 2 });
  expect((await stored(account.id)).secret_value).toBe(before.secret_value);
  await admin.call(contract.update, { ...params(account), body: { ...identifiers, name: 'Renamed', secret_value: 'another', version: 2 } });
  const after = await stored(account.id);
  expect(world.services.secrets.decrypt(after.secret_value, secretPlace(after))).toBe('another');
  const refused = await admin.refusal(contract.update, { ...params(account), body: { ...identifiers, name: 'Late', version: 1 } });
  expect(refused.body.status).toBe('conflict');
});

test('a name is taken once in a unit', async () => {
  const { admin } = await world.unitWithAdmin();
  const { name } = await addAccount(admin);
  const refused = await admin.refusal(contract.add, { body: { ...demoAccount, name: name.toUpperCase() } });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['name']]);
});

test('tells whether the service accepts the account', async () => {
  const { admin } = await world.unitWithAdmin();
  expect((await admin.call(contract.test, params(await addAccount(admin)))).workspaces).toBeGreaterThan(0);
  const wrong = await admin.call(contract.add, { body: { ...demoAccount, name: 'Wrong', secret_value: 'wrong' } });
  const refused = await admin.refusal(contract.test, params(wrong));
  expect([refused.status, refused.body.status]).toEqual([502, 'reporting_account_refused']);
});

test('shows workspaces and their reports, those marked that the unit has registered', async () => {
  const { admin } = await world.unitWithAdmin();
  const account = await addAccount(admin);
  const { workspace_id, external_report_id } = samples.weather;
  const { data: workspaces } = await admin.call(contract.workspaces, params(account));
  expect(workspaces.map(({ id }) => id)).toContain(workspace_id);
  const reports = async () => (await admin.call(contract.workspaceReports, { params: { id: account.id, workspace_id } })).data;
  const registered = async () => (await reports()).filter((report) => report.registered).map(({ id }) => id);
  expect(await registered()).toEqual([]);
  await publish(admin, { account_id: account.id });
  expect(await registered()).toEqual([external_report_id]);
});

test('what another unit has registered is not marked', async () => {
  const [admin, other] = [(await world.unitWithAdmin()).admin, (await world.unitWithAdmin()).admin];
  await publish(other);
  const account = await addAccount(admin);
  const { data } = await admin.call(contract.workspaceReports, { params: { id: account.id, workspace_id: samples.weather.workspace_id } });
  expect(data.some((report) => report.registered)).toBe(false);
});

test('an account is deleted only when no report uses it', async () => {
  const { admin } = await world.unitWithAdmin();
  const [used, unused] = [await addAccount(admin), await addAccount(admin)];
  await publish(admin, { account_id: used.id });
  const refused = await admin.refusal(contract.remove, params(used));
  expect([refused.status, refused.body.status]).toEqual([409, 'in_use']);
  expect(await admin.call(contract.get, params(used))).toMatchObject({ report_count: 1 });
  await admin.call(contract.remove, params(unused));
  expect((await admin.refusal(contract.get, params(unused))).status).toBe(404);
});

test('where the unit says so, an administrator works only with accounts that he registered; a partner with all', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { only_own_accounts: true } });
  const [ana, bruno] = [await world.signIn(await unit.person('admin')), await world.signIn(await unit.person('admin'))];
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  const account = await addAccount(ana);
  expect((await bruno.call(contract.list, {})).meta.total).toBe(0);
  for (const endpoint of [contract.get, contract.test, contract.workspaces, contract.remove] as const) {
    expect((await bruno.refusal(endpoint, params(account))).status).toBe(404);
  }
  expect((await bruno.refusal(contract.update, { ...params(account), body: { ...identifiers, name: 'Mine', version: 1 } })).status).toBe(
    404,
  );
  await expect(publish(bruno, { account_id: account.id })).rejects.toMatchObject({ status: 404 });
  expect((await partnerStaff.call(contract.list, {})).data.map(({ id }) => id)).toEqual([account.id]);
  await partnerStaff.call(contract.remove, params(account));
});

test('a secret of 500 characters fits, an empty or longer one does not', async () => {
  const { admin } = await world.unitWithAdmin();
  await admin.call(contract.add, { body: { ...demoAccount, name: 'Long', secret_value: 'x'.repeat(500) } });
  for (const secret_value of ['', 'x'.repeat(501)]) {
    expect((await admin.refusal(contract.add, { body: { ...demoAccount, name: 'No', secret_value } })).status).toBe(422);
  }
});

test('a reader has nothing to do with accounts', async () => {
  const reader = await world.signIn(await (await world.unit()).person('user'));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.workspaces, { params: { id: uuidv7() } })).status).toBe(403);
});
