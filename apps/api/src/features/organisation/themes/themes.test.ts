import * as contract from '@vitrine/contract/organisation/themes.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { ofTheme } from '@vitrine/contract/audit/audit.ts';
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { greyPicture, pictureOfSize } from '#test/harness/pictures.ts';
import { cleanThemePictures, publishThemes } from './themes.jobs.ts';

const world = await openWorld();
afterAll(world.close);

async function sceneWith() {
  const host = `theme-${crypto.randomUUID().slice(0, 8)}.example`;
  const partner = await world.partner({ host: `partner-${host}` });
  const unit = await partner.unit({ host });
  return {
    host,
    partner,
    unit,
    admin: await world.signIn(await unit.person('admin')),
    staff: await world.signIn(await partner.person()),
    /** What a stranger at the unit's host is shown. */
    shown: () => world.browser({ host }).call(loginConfig, { body: {} }),
  };
}

/** A theme with a draft, as somebody makes it. */
async function draftBy(browser: Browser, draft: Partial<ThemeDocument>, name = `Theme ${crypto.randomUUID()}`) {
  const { id, version } = await browser.call(contract.add, { body: { name } });
  return browser.call(contract.update, { params: { id }, body: { name, version, draft: { ...nothingOwn, ...draft } } });
}

const publish = (browser: Browser, { id, version }: { id: string; version: number }, at: string | null = null) =>
  browser.call(contract.publish, { params: { id }, body: { version, at } });
const use = (browser: Browser, id: string, self = true, unit_ids: string[] = []) =>
  browser.call(contract.use, { params: { id }, body: { self, unit_ids } });

async function usedBy(browser: Browser, draft: Partial<ThemeDocument>) {
  const published = await publish(browser, await draftBy(browser, draft));
  return use(browser, published.id);
}

describe('a theme', () => {
  test('is seen by nobody until it is published and used', async () => {
    const { admin, shown } = await sceneWith();
    const drafted = await draftBy(admin, { own: ['words'], title: 'Own' });
    expect(drafted).toMatchObject({ changed: true, number: 0, used_here: false });
    const refused = await admin.refusal(contract.use, { params: { id: drafted.id }, body: { self: true, unit_ids: [] } });
    expect([refused.status, refused.body.status]).toEqual([409, 'theme_not_published']);
    const published = await publish(admin, drafted);
    expect(published).toMatchObject({ changed: false, number: 1 });
    expect((await shown()).title).toBe('Vitrine');
    await use(admin, drafted.id);
    expect((await shown()).title).toBe('Own');
    await use(admin, drafted.id, false);
    expect((await shown()).title).toBe('Vitrine');
  });

  test('has a name that is not taken, whatever the case, and is saved over nobody', async () => {
    const { admin, staff } = await sceneWith();
    const { id, version } = await admin.call(contract.add, { body: { name: 'Natal' } });
    expect((await admin.refusal(contract.add, { body: { name: 'NATAL' } })).body.errors).toHaveProperty('name');
    await staff.call(contract.add, { body: { name: 'Natal' } });
    await admin.call(contract.update, { params: { id }, body: { name: 'Natal', draft: nothingOwn, version } });
    expect((await admin.refusal(contract.update, { params: { id }, body: { name: 'Natal', draft: nothingOwn, version } })).status).toBe(
      409,
    );
    expect((await admin.refusal(contract.publish, { params: { id }, body: { version, at: null } })).status).toBe(409);
  });

  test('is foreign to everybody else', async () => {
    const [one, other] = [await sceneWith(), await sceneWith()];
    const operator = await world.signIn(await world.operator());
    const own = await Promise.all([one.admin, one.staff, operator].map(async (browser) => publish(browser, await draftBy(browser, {}))));
    const callers = [one.admin, one.staff, operator, other.admin, other.staff];
    for (const [at, { id, version }] of own.entries())
      for (const stranger of callers.filter((_, index) => index !== at)) {
        const params = { id };
        const statuses = [
          await stranger.refusal(contract.get, { params }),
          await stranger.refusal(contract.versions, { params }),
          await stranger.refusal(ofTheme, { params }),
          await stranger.refusal(contract.update, { params, body: { name: 'Mine', draft: nothingOwn, version } }),
          await stranger.refusal(contract.publish, { params, body: { version, at: null } }),
          await stranger.refusal(contract.rollBack, { params, body: { version, number: 1 } }),
          await stranger.refusal(contract.unschedule, { params, body: { version } }),
          await stranger.refusal(contract.use, { params, body: { self: true, unit_ids: [] } }),
          await stranger.refusal(contract.duplicate, { params, body: { name: 'Mine' } }),
          await stranger.refusal(contract.remove, { params, query: { confirm: 'X' } }),
        ].map(({ status }) => status);
        expect(statuses).toEqual(statuses.map(() => 404));
      }
    const reader = await world.signIn(await one.unit.person('user'));
    expect((await reader.refusal(contract.list, {})).status).toBe(403);
  });

  test('is given to units of the own partner only', async () => {
    const [one, other] = [await sceneWith(), await sceneWith()];
    const { id } = await publish(one.staff, await draftBy(one.staff, { own: ['words'], title: 'Given' }));
    expect((await one.staff.refusal(contract.use, { params: { id }, body: { self: false, unit_ids: [other.unit.id] } })).status).toBe(404);
    expect((await other.shown()).title).toBe('Vitrine');
    expect(await use(one.staff, id, false, [one.unit.id])).toMatchObject({ unit_count: 1, used_here: false, units: [{ id: one.unit.id }] });
    expect((await one.shown()).title).toBe('Given');
    const own = await publish(one.admin, await draftBy(one.admin, {}));
    expect((await one.admin.refusal(contract.use, { params: { id: own.id }, body: { self: true, unit_ids: [one.unit.id] } })).status).toBe(
      404,
    );
    await use(one.staff, id, false, []);
    expect((await one.shown()).title).toBe('Vitrine');
  });

  test('inherits section by section: the unit, its partner, the platform', async () => {
    const { admin, staff, shown } = await sceneWith();
    const dark = { card: '#101010' };
    await usedBy(staff, {
      own: ['colours', 'words'],
      colours: { ...nothingOwn.colours, button: '#123456' },
      colours_dark: dark,
      title: 'Partner',
      sign_in_sentence: { 'pt-BR': 'Do parceiro.', es: 'Del socio.' },
    });
    const own = await usedBy(admin, {
      own: ['words'],
      colours: { ...nothingOwn.colours, button: '#654321' },
      sign_in_sentence: { es: 'Propia.' },
    });
    expect(own.inherited).toMatchObject({
      from: { colours: { kind: 'partner' }, pictures: { kind: 'product', theme: null } },
      title: 'Partner',
    });
    expect(await shown()).toMatchObject({
      title: 'Partner',
      sentence: { es: 'Propia.' },
      theme: { colours: { button: '#123456' }, colours_dark: dark },
    });
    expect((await shown()).sentence).not.toHaveProperty('pt-BR');
  });
});

describe('what was published', () => {
  test('comes back, and twenty versions are kept', async () => {
    const { admin, shown } = await sceneWith();
    let theme = await usedBy(admin, { own: ['words'], title: 'One' });
    for (let number = 2; number <= contract.versionsKept + 2; number++) {
      const draft = { ...theme.draft, title: `Title ${number}` };
      theme = await admin.call(contract.update, { params: { id: theme.id }, body: { name: theme.name, version: theme.version, draft } });
      theme = await publish(admin, theme);
    }
    const params = { id: theme.id };
    const { data } = await admin.call(contract.versions, { params });
    expect(data.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
    const body = { version: theme.version, number: 3 };
    expect((await admin.refusal(contract.rollBack, { params, body: { ...body, number: 1 } })).status).toBe(404);
    const back = await admin.call(contract.rollBack, { params, body });
    expect(back).toMatchObject({ number: 23, changed: false, draft: { title: 'Title 3' } });
    expect((await shown()).title).toBe('Title 3');
    expect((await admin.refusal(contract.rollBack, { params, body: { ...body, number: 22 } })).status).toBe(409);
    const told = (await admin.call(ofTheme, { params })).data.map(({ action }) => action);
    expect(told.slice(0, 3)).toEqual(['theme.roll_back', 'theme.publish', 'theme.update']);
  });

  test('at a time is the draft as it was, once', async () => {
    const { admin, staff, shown } = await sceneWith();
    const noon = new Date(world.services.now().getTime() + 3_600_000);
    const first = await usedBy(admin, { own: ['words'], title: 'Now' });
    const draft = { ...first.draft, title: 'At noon' };
    const { id, name } = first;
    const drafted = await admin.call(contract.update, { params: { id }, body: { name, version: first.version, draft } });
    const past = await admin.refusal(contract.publish, { params: { id }, body: { version: drafted.version, at: '2020-01-01T00:00:00Z' } });
    expect(past.body.errors).toHaveProperty('at');
    const set = await publish(admin, drafted, noon.toISOString());
    expect(set).toMatchObject({ number: 1, publish_at: noon.toISOString() });
    await admin.call(contract.update, { params: { id }, body: { name, version: set.version, draft: { ...draft, title: 'Later' } } });
    const ofPartner = await publish(staff, await draftBy(staff, {}), noon.toISOString());
    const cancelled = await publish(admin, await draftBy(admin, {}), noon.toISOString());
    await admin.call(contract.unschedule, { params: { id: cancelled.id }, body: { version: cancelled.version } });
    await world.runJobs(publishThemes);
    expect((await shown()).title).toBe('Now');
    world.setTime(noon);
    await Promise.all([world.runJobs(publishThemes), world.runJobs(publishThemes)]);
    expect((await shown()).title).toBe('At noon');
    expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ number: 2, publish_at: null, changed: true });
    expect(await staff.call(contract.get, { params: { id: ofPartner.id } })).toMatchObject({ number: 1 });
    expect(await admin.call(contract.get, { params: { id: cancelled.id } })).toMatchObject({ number: 0 });
  });

  test('is heard by the open pages of those who inherit it', async () => {
    const [one, other] = [await sceneWith(), await sceneWith()];
    const heard = async (tenant_id: string) =>
      (await world.owner.run(sql`select from live_event where tenant_id = ${tenant_id} and topic = 'branding'`)).length;
    await publish(one.staff, await draftBy(one.staff, {}));
    expect([await heard(one.unit.id), await heard(other.unit.id)]).toEqual([1, 0]);
    await publish(one.admin, await draftBy(one.admin, {}));
    expect([await heard(one.unit.id), await heard(other.unit.id)]).toEqual([2, 0]);
    await publish(await world.signIn(await world.operator()), await draftBy(await world.signIn(await world.operator()), {}));
    expect([await heard(one.unit.id), await heard(other.unit.id)]).toEqual([3, 1]);
  });
});

describe('a theme that goes', () => {
  test('is not used by anybody, and its name was typed', async () => {
    const { admin, staff, unit } = await sceneWith();
    const { id, name } = await usedBy(admin, {});
    const params = { id };
    const confirm = name.toUpperCase().replaceAll(' ', '_');
    const used = await admin.refusal(contract.remove, { params, query: { confirm } });
    expect([used.status, used.body.status]).toEqual([409, 'theme_in_use']);
    expect(used.body.message).toContain(unit.name);
    await use(admin, id, false);
    expect((await admin.refusal(contract.remove, { params, query: { confirm: 'OTHER' } })).body.errors).toHaveProperty('confirm');
    await admin.call(contract.remove, { params, query: { confirm } });
    expect((await admin.refusal(contract.get, { params })).status).toBe(404);
    const given = await publish(staff, await draftBy(staff, {}));
    await use(staff, given.id, false, [unit.id]);
    const refused = await staff.refusal(contract.remove, { params: { id: given.id }, query: { confirm: 'X' } });
    expect(refused.body.message).toContain(unit.name);
  });
});

describe('pictures of a theme', () => {
  const send = async (browser: Browser, kind: string, bytes: Buffer = greyPicture(64, 64)) =>
    browser.inject({
      method: 'POST',
      url: `/api/files?kind=${kind}`,
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });

  test('are sent by a unit, a partner and the operator, and belong to nobody else', async () => {
    const [one, other] = [await sceneWith(), await sceneWith()];
    const operator = await world.signIn(await world.operator());
    for (const browser of [one.admin, one.staff, operator]) {
      const { id } = (await send(browser, 'logo')).json<{ id: string }>();
      const theme = await draftBy(browser, { own: ['pictures'], logo_id: id });
      expect(theme.pictures.logo).toContain(id);
      const foreign = await draftBy(other.admin, {});
      const body = { name: foreign.name, version: foreign.version, draft: { ...nothingOwn, logo_id: id } };
      expect((await other.admin.refusal(contract.update, { params: { id: foreign.id }, body })).status).toBe(404);
    }
  });

  test('of a partner are shown at the host of its units, those of a unit not at the host of another', async () => {
    const [one, other] = [await sceneWith(), await sceneWith()];
    const { id } = (await send(one.staff, 'logo')).json<{ id: string }>();
    await usedBy(one.staff, { own: ['pictures'], logo_id: id });
    const logo = (await one.shown()).theme.logo ?? '';
    expect(logo).toContain(id);
    const status = async (host: string, url: string) => (await world.browser({ host }).inject({ method: 'GET', url })).statusCode;
    expect(await status(one.host, logo)).toBe(200);
    const own = (await send(one.admin, 'logo')).json<{ address: string }>();
    expect([await status(one.host, own.address), await status(other.host, own.address)]).toEqual([200, 404]);
  });

  test('are square where they are icons, and small where a browser asks for them with every page', async () => {
    const { admin } = await sceneWith();
    for (const kind of ['favicon', 'brand_icon']) {
      expect((await send(admin, kind)).statusCode).toBe(201);
      expect((await send(admin, kind, greyPicture(64, 32))).statusCode).toBe(422);
    }
    expect((await send(admin, 'favicon', Buffer.concat([greyPicture(64, 64), Buffer.alloc(262_144)]))).statusCode).toBe(413);
    expect((await send(admin, 'logo', pictureOfSize(20_000, 20_000))).statusCode).toBe(422);
  });

  test('are kept as long as a draft or a version names them', async () => {
    const { admin } = await sceneWith();
    const [kept, left] = [await send(admin, 'logo'), await send(admin, 'logo')].map((answer) => answer.json<{ id: string }>().id);
    await publish(admin, await draftBy(admin, { own: ['pictures'], logo_id: kept ?? null }));
    const there = async () =>
      (await world.owner.run(sql<{ id: string }>`select id from theme_picture where id = any (${[kept, left]}::uuid[])`)).map(
        ({ id }) => id,
      );
    await world.runJobs(cleanThemePictures);
    expect((await there()).length).toBe(2);
    world.setTime(new Date(world.services.now().getTime() + 2 * 86_400_000));
    await world.runJobs(cleanThemePictures);
    expect(await there()).toEqual([kept]);
  });
});
