import * as contract from '@vitrine/contract/playlists/playlists.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as session from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { listenFrom } from '#test/harness/livePlace.ts';
import { addPlaylist, openFirstSlide, playedTitles, playlistScene } from '#test/harness/playlists.ts';
import { openPublishingWorld } from '#test/harness/publishing.ts';
import type { Person } from '#test/harness/population.ts';
import { query } from '#platform/database/query.ts';
import { watchScreens } from './displays.jobs.ts';

const { world, service } = await openPublishingWorld();

const scene = () => playlistScene(world);
const params = ({ id }: { id: string }) => ({ params: { id } });
const addLink = (admin: Browser, playlist: { id: string }, owner: Person, values: object = {}) =>
  admin.call(contract.addLink, { ...params(playlist), body: { name: 'Recepção', membership_id: owner.membership_id ?? '', ...values } });

/** A display, come in by a link's token or a screen's key. */
async function display(body: { token: string } | { key: string }, browser = world.browser()) {
  const answer = await browser.call(contract.loginPlaylist, { body });
  browser.token = answer.token;
  return { browser, answer };
}

test('a screen plays its playlist with the rights of the named owner, and reaches nothing else', async () => {
  const { admin, ana, publish: add } = await scene();
  const report = await add({ sample: 'sales' }, [{ to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] }]);
  const [playlist, other] = [await addPlaylist(admin, [report], { shared: true }), await addPlaylist(admin, [report], { shared: true })];
  const { token } = await addLink(admin, playlist, ana);
  const { browser, answer } = await display({ token });
  expect(answer).toMatchObject({ playlist: { id: playlist.id, name: 'Parede' }, user: { auth_type: 'playlist', email: '' } });
  expect(JSON.stringify(answer)).not.toContain(ana.email);
  const opened = await openFirstSlide(browser, playlist);
  expect(opened.title).toBe(report.title);
  expect(service.tokenRequests().at(-1)?.identities?.[0]).toMatchObject({ username: ana.email, roles: ['Região Sul'] });
  await openFirstSlide(browser, playlist);
  const views = await world.owner.run(query.selectFrom('report_view').select('id').where('report_id', '=', report.id));
  expect(views).toHaveLength(1);

  expect((await browser.refusal(contract.show, params(other))).status).toBe(404);
  expect((await browser.refusal(contract.openSlide, { params: { id: other.id, slide_id: other.slides[0]?.id ?? '' } })).status).toBe(404);
  for (const endpoint of [reading.mine, reading.menu, contract.list, session.timezones])
    expect((await browser.refusal(endpoint, {})).status).toBe(403);
  expect((await browser.refusal(reading.open, params(report))).status).toBe(403);
  expect((await browser.refusal(contract.update, { ...params(playlist), body: { name: 'X', slides: [], version: 1 } })).status).toBe(403);
  expect((await browser.refusal(session.changeLanguage, { body: { language: 'es' } })).status).toBe(403);
});

test.each([true, false])('a wall shows reports in the brand where the unit wants it: %j', async (brand_reports) => {
  const { admin, ana, publish: add } = await scene();
  await admin.call(configuration.updateConfig, { body: { brand_reports, version: 1 } });
  const playlist = await addPlaylist(admin, [await add({}, [{ to: 'membership', to_id: ana.membership_id }])], { shared: true });
  const { browser } = await display({ token: (await addLink(admin, playlist, ana)).token });
  expect((await openFirstSlide(browser, playlist)).settings.branded).toBe(brand_reports);
});

test('whoever plays a playlist keeps the cookie of the session as long as it may be renewed', async () => {
  const { admin, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { cookies } = await admin.inject({ method: 'GET', url: `/api/playlists/${playlist.id}/show` });
  expect(cookies.find(({ name }) => name === '__Host-vitrine')).toMatchObject({
    value: admin.cookies.get('__Host-vitrine'),
    maxAge: 90 * 86_400,
    httpOnly: true,
  });
});

test('a screen hears of new data and of another list, and of nothing else', async () => {
  const { unit, admin, ana, publish: add } = await scene();
  const report = await add();
  const playlist = await addPlaylist(admin, [report], { shared: true });
  const { token } = await addLink(admin, playlist, ana);
  const { browser } = await display({ token });
  const missed = await listenFrom(browser);
  const tell = (topic: string, person_id: string | null = null) =>
    query.insertInto('live_event').values({ tenant_id: unit.id, topic, person_id, about: JSON.stringify({ topic }) });
  for (const statement of [tell('dataset_refresh'), tell('playlist'), tell('report'), tell('notifications', ana.id)])
    await world.owner.run(statement);
  expect([...(await missed()).matchAll(/"about":\{"topic":"(\w+)"/g)].map(([, topic]) => topic)).toEqual(['dataset_refresh', 'playlist']);
});

test('a screen loses what its owner loses, at once; a fixed identity decides the rows alone', async () => {
  const { unit, admin, ana, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const playlist = await addPlaylist(admin, [report], { shared: true });
  const fixed = await display({
    token: (await addLink(admin, playlist, ana, { identity: { username: 'parede', roles: ['Região Norte'] } })).token,
  });
  expect(await playedTitles(fixed.browser, playlist)).toEqual([report.title]);
  await openFirstSlide(fixed.browser, playlist);
  expect(service.tokenRequests().at(-1)?.identities?.[0]).toMatchObject({ username: 'parede', roles: ['Região Norte'] });
  // The owner has no rule for the report.
  const plain = await display({ token: (await addLink(admin, playlist, ana)).token });
  expect(await playedTitles(plain.browser, playlist)).toEqual([]);
  await admin.call(reportAccess.removePerson, { params: { id: report.id, membership_id: ana.membership_id ?? '' } });
  expect(await playedTitles(fixed.browser, playlist)).toEqual([]);
  await world.owner.run(
    query.updateTable('membership').set({ state: 'blocked' }).where('tenant_id', '=', unit.id).where('person_id', '=', ana.id),
  );
  expect((await fixed.browser.refusal(contract.show, params(playlist))).status).toBe(401);
});

test('a link runs five screens, however many come at once, and each comes back by its key', async () => {
  const { admin, ana, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { token, id: link_id } = await addLink(admin, playlist, ana);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      world
        .browser()
        .call(contract.loginPlaylist, { body: { token } })
        .then(
          ({ screen }) => screen.key,
          (error: { body: { status: string } }) => error.body.status,
        ),
    ),
  );
  const keys = answers.filter((answer) => answer !== 'screens_full');
  expect(keys).toHaveLength(5);
  const first = await display({ key: keys[0] ?? '' });
  expect(first.answer.screen.key).toBeNull();
  // The same screen again: the one before is not the screen any more.
  const again = await display({ key: keys[0] ?? '' });
  expect(again.answer.screen.id).toBe(first.answer.screen.id);
  expect((await first.browser.refusal(contract.show, params(playlist))).status).toBe(401);
  expect(await playedTitles(again.browser, playlist)).toHaveLength(1);

  const [link] = (await admin.call(contract.links, params(playlist))).data;
  expect(link).toMatchObject({ id: link_id, owner_name: ana.name, state: 'active' });
  expect(link?.screens).toHaveLength(5);
  await admin.call(contract.removeScreen, { params: { id: playlist.id, screen_id: again.answer.screen.id } });
  expect((await again.browser.refusal(contract.show, params(playlist))).status).toBe(401);
  expect((await world.browser().refusal(contract.loginPlaylist, { body: { key: keys[0] ?? '' } })).status).toBe(410);
  await display({ token });
});

test('a revoked, ended, unused or foreign link opens nothing, and tokens are not kept', async () => {
  const { unit, admin, ana, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const link = await addLink(admin, playlist, ana);
  const { browser, answer } = await display({ token: link.token });
  const key = answer.screen.key ?? '';
  await admin.call(contract.revokeLink, { params: { id: playlist.id, screen_link_id: link.id } });
  expect((await browser.refusal(contract.show, params(playlist))).status).toBe(401);
  const refused = async (body: { token: string } | { key: string }, where = {}) =>
    (await world.browser(where).refusal(contract.loginPlaylist, { body })).body.status;
  expect(await refused({ token: link.token })).toBe('link_used');
  expect(await refused({ key })).toBe('link_used');
  expect(await refused({ token: `${link.token.slice(0, -1)}_` })).toBe('link_used');
  // A torn address is told like one that is over: whoever stands before the screen can do the same about both.
  for (const placeholder of [':token', 'undefined', '%00']) expect(await refused({ token: placeholder })).toBe('link_used');
  expect(await refused({ token: '' })).toBe('invalid');

  const bounded = await addLink(admin, playlist, ana, { expires_on: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) });
  const unused = await addLink(admin, playlist, ana);
  const local = await addLink(admin, playlist, ana, { ip_list: ['203.0.113.0/24'] });
  expect(await refused({ token: local.token })).toBe('ip_not_allowed');
  await display({ token: local.token }, world.browser({ ip: '203.0.113.9' }));
  world.setTime(new Date(Date.now() + 7 * 86_400_000));
  expect(await refused({ token: bounded.token })).toBe('link_used');
  world.setTime(new Date(Date.now() + 31 * 86_400_000));
  expect(await refused({ token: unused.token })).toBe('link_used');
  const stored = JSON.stringify(await world.owner.run(query.selectFrom('audit_log').select('after').where('tenant_id', '=', unit.id)));
  for (const secret of [link.token, key]) expect(stored).not.toContain(secret);
});

test('a screen is paired by the code that it shows, once, and only by who manages the unit’s playlists', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { id: link_id } = await addLink(admin, playlist, ana);
  const tv = world.browser();
  const { code, key } = await tv.call(contract.startPairing, {});
  expect(code).toMatch(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/);
  const paired = () => tv.call(contract.pairingState, { body: { key } });
  expect(await paired()).toEqual({ paired: false });
  expect((await tv.refusal(contract.loginPlaylist, { body: { key } })).status).toBe(410);
  const place = { params: { id: playlist.id, screen_link_id: link_id } };
  const body = { code: code.toLowerCase().replace('-', ''), name: 'TV da loja' };
  expect((await reader.refusal(contract.pairScreen, { ...place, body })).status).toBe(403);
  expect((await admin.refusal(contract.pairScreen, { ...place, body: { ...body, code: 'AAA-AAA' } })).body.errors).toHaveProperty('code');
  const foreign = await scene();
  expect((await foreign.admin.refusal(contract.pairScreen, { ...place, body })).status).toBe(404);
  expect(await admin.call(contract.pairScreen, { ...place, body })).toMatchObject({ name: 'TV da loja', state: 'new' });
  expect((await admin.refusal(contract.pairScreen, { ...place, body })).status).toBe(422);
  expect(await paired()).toEqual({ paired: true });
  const { browser } = await display({ key }, tv);
  expect(await playedTitles(browser, playlist)).toHaveLength(1);
});

test('guesses of pairing codes are counted before they are compared', async () => {
  const { admin, ana, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { id: link_id } = await addLink(admin, playlist, ana);
  const { code } = await world.browser().call(contract.startPairing, {});
  const guess = (value: string) =>
    admin.refusal(contract.pairScreen, { params: { id: playlist.id, screen_link_id: link_id }, body: { code: value, name: 'X' } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess('BBB-BBB')));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect((await guess(code)).status).toBe(429);
});

test('a heartbeat tells what a screen shows; without one the screen is dark', async () => {
  const { admin, ana, publish: add } = await scene();
  const report = await add();
  const playlist = await addPlaylist(admin, [report], { shared: true });
  const { token } = await addLink(admin, playlist, ana);
  const { browser } = await display({ token });
  const slide_id = playlist.slides[0]?.id ?? '';
  expect(await browser.call(contract.beat, { ...params(playlist), body: { slide_id } })).toEqual({ version: 1, screen_name: 'Recepção' });
  const screens = async (by: Browser) => (await by.call(contract.links, params(playlist))).data[0]?.screens;
  expect(await screens(admin)).toMatchObject([{ state: 'on', showing: report.title }]);
  world.setTime(new Date(Date.now() + 6 * 60_000));
  expect(await screens(admin)).toMatchObject([{ state: 'dark' }]);
  expect((await admin.call(contract.list, {})).data).toMatchObject([{ screen_count: 1, dark_count: 1 }]);
  // A person who plays it in a browser is no screen.
  expect(await admin.call(contract.beat, { ...params(playlist), body: { slide_id: null } })).toEqual({ version: 1, screen_name: null });
});

test('a screen’s session is renewed after it has expired, and the screen stays the screen', async () => {
  const { admin, ana, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { token } = await addLink(admin, playlist, ana);
  const { browser } = await display({ token });
  world.setTime(new Date(Date.now() + 9 * 3_600_000));
  const expired = await browser.refusal(contract.show, params(playlist));
  expect([expired.status, expired.body.message]).toEqual([401, 'Token is Expired']);
  const { token: next } = await browser.call(session.refreshToken, {});
  browser.token = next;
  await browser.call(session.refreshLog, {});
  expect(await playedTitles(browser, playlist)).toHaveLength(1);
  expect((await browser.call(contract.beat, { ...params(playlist), body: { slide_id: null } })).screen_name).toBe('Recepção');
  expect((await browser.refusal(reading.mine, {})).status).toBe(403);
});

test('a screen of which nobody can be told holds up no other, and is told later', async () => {
  const scenes = [await scene(), await scene(), await scene()];
  for (const { admin, ana, publish: add } of scenes) {
    const playlist = await addPlaylist(admin, [await add()], { shared: true });
    const { browser } = await display({ token: (await addLink(admin, playlist, ana)).token });
    await browser.call(contract.beat, { ...params(playlist), body: { slide_id: null } });
  }
  const untold = sql.lit(scenes[1]?.unit.id ?? '');
  await world.owner.write([
    sql`create function refuse_this() returns trigger language plpgsql as $$ begin raise exception 'this row fails'; end $$`,
    sql`create trigger refuse_this before insert on notification for each row when (new.tenant_id = ${untold}) execute function refuse_this()`,
  ]);
  const told = () =>
    Promise.all(
      scenes.map(async ({ unit }) => {
        const rows = await world.owner.run(sql`select from notification where tenant_id = ${unit.id} and kind = 'screen_dark'`);
        return rows.length > 0;
      }),
    );
  const now = Date.now();
  world.setTime(new Date(now + 6 * 60_000));
  await world.runJobs(watchScreens);
  expect(await told()).toEqual([true, false, true]);
  await world.owner.run(sql`drop trigger refuse_this on notification`);
  world.setTime(new Date(now + 8 * 60_000));
  await world.runJobs(watchScreens);
  expect(await told()).toEqual([true, true, true]);
});

test('a screen that has gone dark is told once, and again after it was on', async () => {
  const { administrator, admin, ana, publish: add } = await scene();
  const playlist = await addPlaylist(admin, [await add()], { shared: true });
  const { browser } = await display({ token: (await addLink(admin, playlist, ana)).token });
  const beat = () => browser.call(contract.beat, { ...params(playlist), body: { slide_id: null } });
  const start = Date.now();
  const later = async (minutes: number) => {
    world.setTime(new Date(start + minutes * 60_000));
    await world.runJobs(watchScreens);
  };
  const told = async () =>
    (await (await world.signIn(administrator)).call(notifications.list, {})).data.filter(({ kind }) => kind === 'screen_dark').length;
  await beat();
  await later(4);
  expect(await told()).toBe(0);
  await later(6);
  await later(8);
  expect(await told()).toBe(1);
  await beat();
  await later(60);
  expect(await told()).toBe(2);
});

test('a screen link that has ended already, or of somebody who is not active, is refused in words', async () => {
  const { unit, admin, ana, publish: add } = await playlistScene(world);
  const playlist = await addPlaylist(admin, [await add()]);
  const gone = await unit.person('user', { membership: { state: 'blocked' } });
  const told = async (owner: Person, expires_on: string | null) => {
    const body = { name: 'Recepção', membership_id: owner.membership_id ?? '', expires_on };
    return (await admin.refusal(contract.addLink, { ...params(playlist), body })).body.errors;
  };
  expect(await told(ana, '2020-01-01')).toEqual({ expires_on: ['O campo Data de validade está no passado.'] });
  expect(await told(gone, null)).toEqual({ membership_id: ['Este usuário não está ativo na unidade.'] });
});
