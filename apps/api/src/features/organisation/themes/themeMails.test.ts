import * as contract from '@vitrine/contract/organisation/themeMails.ts';
import * as themes from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { greyPicture } from '#test/harness/pictures.ts';
import { giveTheme } from '#test/harness/themes.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const colours = { ...defaultColours, button: '#8a1c4a' };

async function sceneWith() {
  const host = `mails-${crypto.randomUUID().slice(0, 8)}.example`;
  const partner = await world.partner({ host: `partner-${host}` });
  const unit = await partner.unit({ host });
  const person = await unit.person('admin');
  return {
    unit,
    person,
    admin: await world.signIn(person),
    reader: await world.signIn(await unit.person('user')),
    staff: await world.signIn(await partner.person()),
  };
}

const body = { kind: 'reset', language: 'en-US' } as const;
const preview = (browser: Browser, more: object = {}) => browser.call(contract.preview, { body: { ...body, ...more } });
const refusal = async (browser: Browser, more: object) => (await browser.refusal(contract.preview, { body: { ...body, ...more } })).status;

async function pictureOf(browser: Browser): Promise<string> {
  const sent = await browser.inject({
    method: 'POST',
    url: '/api/files?kind=logo',
    payload: greyPicture(64, 64),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return sent.json<{ id: string }>().id;
}

test('an administrator sees the mails of the unit, with their subjects in the language of the page', async () => {
  const { admin, staff } = await sceneWith();
  const { data } = await admin.call(contract.list, {});
  expect(data.length).toBeGreaterThan(50);
  expect(data).toContainEqual({ kind: 'reset', group: 'access', subject: 'Nova senha para Vitrine' });
  expect(data.map(({ kind }) => kind)).not.toContain('bill_issued');
  const ofPartner = (await staff.call(contract.list, {})).data.map(({ kind }) => kind);
  expect(ofPartner).toEqual(expect.arrayContaining(['bill_issued', 'trial_end', 'reset']));
  expect(await refusal(admin, { kind: 'bill_issued' })).toBe(404);
  expect((await preview(staff, { kind: 'bill_issued' })).plain).toContain('R$');
});

test('a mail is shown in the brand that holds, in the light and in the dark, in the language that is asked for', async () => {
  const { admin, unit } = await sceneWith();
  await giveTheme(world.owner, unit.id, { own: ['colours', 'words'], colours, colours_dark: { card: '#222244' }, title: 'Own portal' });
  const english = await preview(admin);
  expect(english).toMatchObject({ subject: 'New password for Own portal', sender: 'Own portal' });
  expect(english.light).toContain('bgcolor="#8a1c4a"');
  expect(english.light).toContain('color-scheme:light}');
  expect(english.dark).toContain('.card{background:#222244');
  expect(english.plain).toContain('/new/password/');
  expect((await preview(admin, { language: 'es' })).light).toContain('<html lang="es">');
});

test('of a draft only what it has of its own is shown, and the rest is inherited', async () => {
  const { admin, unit } = await sceneWith();
  const draft = { ...nothingOwn, own: ['colours' as const], colours, title: 'Not its own' };
  const drafted = await preview(admin, { draft });
  expect(drafted.light).toContain('bgcolor="#8a1c4a"');
  expect(drafted.sender).toBe('Vitrine');
  expect((await preview(admin, { draft: { ...draft, own: [] } })).light).not.toContain('#8a1c4a');
  // What is published stays what it is.
  expect((await preview(admin)).light).not.toContain('#8a1c4a');
  expect((await preview(admin)).light).toContain(unit.name);
  expect(await refusal(admin, { draft: { ...draft, colours: { ...colours, button: 'red;}' } } })).toBe(422);
});

test('a theme is shown as it is published, and a foreign one is not there', async () => {
  const [one, other] = [await sceneWith(), await sceneWith()];
  const { id, version } = await one.admin.call(themes.add, { body: { name: 'Natal' } });
  expect(await refusal(one.admin, { theme_id: id })).toBe(409);
  const draft = { ...nothingOwn, own: ['colours' as const], colours };
  const saved = await one.admin.call(themes.update, { params: { id }, body: { name: 'Natal', draft, version } });
  await one.admin.call(themes.publish, { params: { id }, body: { version: saved.version, at: null } });
  expect((await preview(one.admin, { theme_id: id })).light).toContain('#8a1c4a');
  for (const stranger of [one.staff, other.admin]) expect(await refusal(stranger, { theme_id: id })).toBe(404);
});

test('a picture that others sent has no address', async () => {
  const [one, other] = [await sceneWith(), await sceneWith()];
  const draft = { ...nothingOwn, own: ['pictures' as const], logo_id: await pictureOf(one.admin) };
  expect((await preview(one.admin, { draft })).light).toMatch(/<img src="http[^"]+\/api\/files\//);
  for (const stranger of [one.staff, other.admin]) expect(await refusal(stranger, { draft })).toBe(404);
});

test('a reader has no say in brands', async () => {
  const { reader } = await sceneWith();
  expect(await refusal(reader, {})).toBe(403);
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.sendTest, { body })).status).toBe(403);
});

test('a test goes to whoever asks, marked as one, ten times at most in ten minutes', async () => {
  const { admin, person } = await sceneWith();
  expect(await admin.call(contract.sendTest, { body })).toEqual({ email: person.email });
  const [mail] = await world.mailsTo(person.email);
  expect(mail?.subject).toBe('[Test] New password for Vitrine');
  expect(mail?.html).toContain(person.name);
  for (let count = 0; count < 9; count++) await admin.call(contract.sendTest, { body });
  expect((await admin.refusal(contract.sendTest, { body })).status).toBe(429);
  expect(await world.mailsTo(person.email)).toHaveLength(10);
});

test('no kind of mail comes without its example being sent as it is shown', async () => {
  const { staff } = await sceneWith();
  const { data } = await staff.call(contract.list, {});
  for (const { kind } of data) {
    const shown = await preview(staff, { kind, language: 'pt-PT' });
    expect(shown.subject, kind).toMatch(/\S/);
    expect(shown.light, kind).toContain('<html lang="pt-PT">');
  }
});
