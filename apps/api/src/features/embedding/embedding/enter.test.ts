import * as contract from '@vitrine/contract/embedding/embedding.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import { fillPath } from '@vitrine/contract/client.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { embeddingScene, host, signed } from '#test/harness/embedding.ts';
import { openPublishingWorld } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';

const { world, service } = await openPublishingWorld();
const params = ({ id }: { id: string }) => ({ params: { id } });

test('a token of the host opens its report for the person whom it names, and nothing else of the portal', async () => {
  const { token, enter, report, ana, publish, admin } = await embeddingScene(world, { sample: 'weather', allow_edit: true });
  const other = await publish();
  const { browser, session } = await enter(await token());
  expect(session.origin).toBe(host);
  expect(browser.cookies.size).toBe(0);
  expect((await browser.call(contract.embeddedReports, {})).data).toEqual([{ id: report.id, title: report.title }]);
  const opened = await browser.call(contract.embeddedOpen, params(report));
  expect(opened.title).toBe(report.title);
  expect(await browser.call(contract.embeddedToken, params(report))).toMatchObject({ report_id: report.external_report_id });
  expect((await browser.refusal(contract.embeddedOpen, params(other))).status).toBe(404);
  const views = await world.owner.run(query.selectFrom('report_view').select('person_id').where('report_id', '=', report.id));
  expect(views).toEqual([{ person_id: ana.id }]);

  const own = new Set(['embedding.embeddedReports', 'embedding.embeddedOpen', 'embedding.embeddedToken']);
  const reached: string[] = [];
  for (const { name, endpoint } of endpoints) {
    if (endpoint.can === 'public' || own.has(name)) continue;
    const url = fillPath(endpoint.path, new Proxy({}, { get: () => report.id }));
    const { statusCode } = await browser.inject({ method: endpoint.method, url });
    if (statusCode !== 403) reached.push(`${name} ${statusCode}`);
  }
  expect(reached).toEqual([]);
  // Nor is the session continued, nor what it reads reached by whoever signed in.
  const continued = await browser.inject({ method: 'POST', url: '/api/auth/refresh' });
  expect(continued.statusCode).not.toBe(200);
  expect((await admin.refusal(contract.embeddedOpen, params(report))).status).toBe(403);
  expect((await admin.refusal(contract.embeddedReports, {})).status).toBe(403);
});

test('a token works once, however many come with it at the same moment', async () => {
  const { token, refusedAs } = await embeddingScene(world);
  const text = await token();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      world
        .browser()
        .call(contract.enter, { body: { token: text } })
        .then(
          () => 'in',
          (error: { body: { status: string } }) => error.body.status,
        ),
    ),
  );
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['in', 'embed_token_used']));
  expect(await refusedAs(text)).toBe('410 embed_token_used');
});

test('nothing of a token is believed before the secret of its unit has signed it', async () => {
  const one = await embeddingScene(world);
  const other = await embeddingScene(world);
  const unsigned = '401 embed_token_unsigned';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head, body] = (await one.token()).split('.');
  for (const text of [
    await one.token({}, other.secret),
    await one.token({ iss: other.unit.id }),
    await signed(one.claims(), one.secret, 'HS512'),
    `${part({ alg: 'none' })}.${body}.`,
    `${head}.${part(other.claims())}.${(await one.token()).split('.')[2]}`,
    await one.token({ iss: 'undefined' }),
    ':token',
    'undefined',
    'a.b.c',
  ])
    expect(await one.refusedAs(text)).toBe(unsigned);
  // At the address of another unit nobody comes in.
  const domain = `${other.unit.marker}.example`;
  await world.owner.run(query.insertInto('domain').values({ tenant_id: other.unit.id, host: domain, state: 'active' }));
  expect(await one.refusedAs(await one.token(), world.browser({ host: domain }))).toBe(unsigned);
});

test('every other refusal says what is wrong', async () => {
  const { token, refusedAs, publish, reader, ana, unit } = await embeddingScene(world);
  const now = Math.floor(world.services.now().getTime() / 1000);
  const closed = await publish();
  expect(await refusedAs(await token({ exp: now - 1 }))).toBe('401 embed_token_expired');
  expect(await refusedAs(await token({ exp: now + 400 }))).toBe('422 embed_token_long');
  expect(await refusedAs(await token({ iat: now + 60, exp: now + 90 }))).toBe('401 embed_token_early');
  expect(await refusedAs(await token({ origin: 'https://other.example' }))).toBe('403 embed_origin');
  expect(await refusedAs(await token({ sub: 'nobody@example.com' }))).toBe('403 embed_reader_unknown');
  expect(await refusedAs(await token({ sub: undefined }))).toBe('403 embed_reader_unknown');
  expect(await refusedAs(await token({ reports: [closed.id] }))).toBe('403 embed_report_closed');
  for (const wrong of [
    { jti: undefined },
    { filter: [] },
    { exp: '1' },
    { reports: [] },
    { group: closed.group_id },
    { rls: { username: 'x', roles: [] } },
  ])
    expect(await refusedAs(await token(wrong))).toBe('422 embed_token_shape');
  const { body } = await world.browser().refusal(contract.enter, { body: { token: await token({ filter: [] }) } });
  expect(body.message).toContain('filter');
  await world.owner.run(
    query.updateTable('membership').set({ state: 'blocked' }).where('tenant_id', '=', unit.id).where('person_id', '=', ana.id),
  );
  expect(await refusedAs(await token())).toBe('403 embed_reader_blocked');
  expect((await reader.refusal(reading.mine, {})).status).toBe(401);
});

test('state, trial, addresses and the switch of the unit hold at the door and for open sessions', async () => {
  const { token, enter, refusedAs, report, unit } = await embeddingScene(world);
  const { browser } = await enter(await token());
  const settle = (value: object) =>
    world.owner.run(sql`update tenant_setting set value = ${JSON.stringify(value)} where tenant_id = ${unit.id}`);
  const state = (values: object) => world.owner.run(query.updateTable('tenant').set(values).where('id', '=', unit.id));
  await settle({ enable_embedded: true, ip: true, allowed_addresses: [{ address: '203.0.113.0/24', note: '' }] });
  expect(await refusedAs(await token())).toBe('403 ip_not_allowed');
  expect((await browser.refusal(contract.embeddedOpen, params(report))).body.status).toBe('ip_not_allowed');
  await settle({ enable_embedded: true });
  const { browser: next } = await enter(await token());
  await settle({ enable_embedded: false });
  expect(await refusedAs(await token())).toBe('403 embed_off');
  expect((await next.refusal(contract.embeddedReports, {})).body.status).toBe('embed_off');
  await settle({ enable_embedded: true });
  await state({ state: 'trial', trial_ends_on: '2020-01-01' });
  expect(await refusedAs(await token())).toBe('403 finish_test');
  await state({ state: 'suspended', trial_ends_on: null });
  expect(await refusedAs(await token())).toBe('403 unit_suspended');
  expect((await next.refusal(contract.embeddedReports, {})).status).toBe(401);
});

test('a new secret leaves the one before a day', async () => {
  const { admin, token, enter, refusedAs, secret } = await embeddingScene(world);
  const { secret: second } = await admin.call(contract.newSecret, { body: {} });
  await enter(await token({}, secret));
  await enter(await token({}, second));
  const start = world.services.now().getTime();
  world.setTime(new Date(start + 24 * 3_600_000 + 1000));
  expect(await refusedAs(await token({}, secret))).toBe('401 embed_token_unsigned');
  await enter(await token({}, second));
  expect(JSON.stringify(await world.owner.run(sql`select * from embedding`))).not.toContain(secret);
});

test('what was before a revocation is over, what comes after it is not', async () => {
  const { admin, token, enter, refusedAs, report } = await embeddingScene(world);
  const start = world.services.now().getTime();
  const { browser } = await enter(await token());
  const waiting = await token();
  world.setTime(new Date(start + 2000));
  await admin.call(contract.revoke, {});
  expect((await browser.refusal(contract.embeddedOpen, params(report))).body.status).toBe('embed_token_revoked');
  expect(await refusedAs(waiting)).toBe('401 embed_token_revoked');
  world.setTime(new Date(start + 4000));
  await enter(await token());
});

test('a secret that is exchanged at once signs nothing more', async () => {
  const { admin, token, refusedAs, secret } = await embeddingScene(world);
  await admin.call(contract.newSecret, { body: { at_once: true } });
  expect(await refusedAs(await token({}, secret))).toBe('401 embed_token_unsigned');
});

test('an embedded session lasts an hour, and a report that is taken back closes at once', async () => {
  const { token, enter, allow, report } = await embeddingScene(world);
  const start = world.services.now().getTime();
  const { browser } = await enter(await token());
  await allow({ report_ids: [] });
  expect((await browser.refusal(contract.embeddedOpen, params(report))).status).toBe(404);
  await allow({ report_ids: [], group_id: report.group_id });
  await browser.call(contract.embeddedOpen, params(report));
  world.setTime(new Date(start + 3_660_000));
  expect((await browser.refusal(contract.embeddedOpen, params(report))).body.status).toBe('token_expired');
});

test('strangers read in the place of a reader, with the rows that the server fixed, and are counted once a month', async () => {
  const { admin, token, enter, allow, ana, administrator, report, unit } = await embeddingScene(world, { sample: 'sales' });
  const identity = { username: 'site', roles: ['Região Norte'] };
  const refused = await admin.refusal(contract.update, {
    body: { origins: [host], anonymous_membership_id: administrator.membership_id ?? '', version: 3 },
  });
  expect(refused.body.errors).toHaveProperty('anonymous_membership_id');
  await allow({ anonymous_membership_id: ana.membership_id, anonymous_identity: identity });
  const asked = () => service.tokenRequests().at(-1)?.identities?.[0];
  const first = await enter(await token({ sub: 'customer 17' }));
  await first.browser.call(contract.embeddedOpen, params(report));
  expect(asked()).toMatchObject(identity);
  const filters = [{ table: 'Lojas', column: 'Região', values: ['Sul'] }];
  const second = await enter(await token({ sub: 'customer 18', rls: { username: 'c18', roles: ['Região Sul'] }, filters }));
  const opened = await second.browser.call(contract.embeddedOpen, params(report));
  expect(asked()).toMatchObject({ username: 'c18', roles: ['Região Sul'] });
  expect(opened.filters).toMatchObject([{ target: { table: 'Lojas', column: 'Região' }, values: ['Sul'] }]);
  await enter(await token({ sub: 'customer 17' }));
  const { months } = await admin.call(contract.get, {});
  expect(months.map(({ readers }) => readers)).toEqual([2]);
  expect(JSON.stringify(await world.owner.run(sql`select * from embedded_reader where tenant_id = ${unit.id}`))).not.toContain('customer');
});

test('what is pasted is explained by the decision of the door, and neither stored nor used up', async () => {
  const { admin, token, enter, report, ana, claims } = await embeddingScene(world);
  const explain = (text: string) => admin.call(contract.explain, { body: { token: text } });
  const text = await token();
  expect(await explain(text)).toMatchObject({
    refusal: null,
    signed: true,
    reader: { name: ana.name, anonymous: false },
    reports: [{ id: report.id, title: report.title }],
  });
  const counted = () => world.owner.run(sql`select count(*)::int as lines from audit_log`);
  const before = await counted();
  await explain(text);
  expect(await counted()).toEqual(before);
  await enter(text);
  expect((await explain(text)).refusal?.word).toBe('embed_token_used');
  const foreign = await embeddingScene(world);
  expect(await explain(await foreign.token({ sub: undefined }))).toMatchObject({
    refusal: { word: 'embed_token_unsigned' },
    signed: false,
    reader: null,
    reports: [],
  });
  const wrong = await explain(await signed(claims({ sub: 'nobody@example.com' }), 'another secret'.padEnd(32, '!')));
  expect(wrong.claims).toContainEqual({ name: 'sub', value: 'nobody@example.com' });
  expect(await explain('x'.repeat(5000))).toMatchObject({ refusal: { word: 'embed_token_unsigned' }, claims: [], expires_at: null });
});

test('reports, groups and readers of another unit are refused', async () => {
  const { admin } = await embeddingScene(world);
  const other = await embeddingScene(world);
  const { version } = await admin.call(contract.get, {});
  for (const [field, values] of [
    ['report_ids', { report_ids: [other.report.id] }],
    ['group_id', { group_id: other.report.group_id }],
    ['anonymous_membership_id', { anonymous_membership_id: other.ana.membership_id ?? '' }],
    ['origins', { origins: ['http://intranet.example'] }],
    ['origins', { origins: ['https://intranet.example/path'] }],
    ['origins', { origins: ['*'] }],
  ] as const) {
    const { status, body } = await admin.refusal(contract.update, { body: { version, ...values } as { version: number } });
    expect([status, Object.keys(body.errors ?? {})[0]?.split('.')[0]]).toEqual([422, field]);
  }
  expect((await (await world.signIn(other.ana)).refusal(contract.get, {})).status).toBe(403);
});
