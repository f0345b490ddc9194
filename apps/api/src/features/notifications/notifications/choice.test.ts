/** What somebody is told about, where and when: what the choice says, and what comes of it. */
import * as contract from '@vitrine/contract/notifications/notifications.ts';
import type { NotificationChoice } from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import type { Notice } from '#domain/notifications/notify.ts';
import { notify } from '#domain/notifications/notify.ts';

const world = await openWorld();
const unit = await world.unit({
  settings: { send_email_notification: true, send_email_helpdesk: true, timezone: 'America/Sao_Paulo' },
  host: 'sales.example',
});
const silent = await world.unit();
afterEach(() => world.setTime(null));
afterAll(world.close);

const tell = (notice: Notice, tenant_id = unit.id) =>
  scoped(world.services.database, { kind: 'tenant', tenant_id }).withTenant(async (tx) => {
    for (const statement of notify(tenant_id, notice)) await tx.run(statement);
  });
const granted = (person_id: string, report = 'Vendas'): Notice => ({ person_ids: [person_id], kind: 'report_granted', values: { report } });
const alarm = (person_id: string): Notice => ({
  person_ids: [person_id],
  kind: 'access_rules_changed',
  values: { person: 'X', unit: 'Y' },
});

const usual: NotificationChoice = { mails: 'at_once', digest_hour: 8, quiet: null, not_in_portal: [], not_by_mail: [], not_by_push: [] };
const someone = async (choice: Partial<NotificationChoice> = {}, role: 'user' | 'admin' = 'user') => {
  const person = await unit.person(role);
  const browser = await world.signIn(person);
  if (Object.keys(choice).length > 0) await browser.call(contract.saveChoice, { body: { ...usual, ...choice } });
  const subjects = async () => (await world.mailsTo(person.email)).map(({ subject }) => subject);
  return { person, browser, subjects };
};
const listed = async ({ browser }: Awaited<ReturnType<typeof someone>>) =>
  (await browser.call(contract.list, {})).data.map(({ kind }) => kind);
const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
/** So many days from now, by the clock in São Paulo, three hours behind UTC. */
const at = (days: number, hour: number, minute = 0) => new Date(midnight + days * 86_400_000 + ((hour + 3) * 60 + minute) * 60_000);

test('everything comes until somebody chooses; a reader is asked about what readers get', async () => {
  const ana = await someone();
  const choice = await ana.browser.call(contract.getChoice, {});
  expect(choice).toMatchObject({ ...usual, unit_sends: { notifications: true, help_desk: true }, timezone: 'America/Sao_Paulo' });
  expect(choice.topics).not.toContain('ticket_work');
  await tell({ person_ids: [ana.person.id], kind: 'ticket_assigned', values: { title: 'x', person: 'y' } });
  expect((await ana.browser.call(contract.getChoice, {})).topics).toContain('ticket_work');
  expect((await (await someone({}, 'admin')).browser.call(contract.getChoice, {})).topics).toContain('domain_trouble');
});

test('a topic stays out of the portal, out of the mails, or is not told at all', async () => {
  const out = await someone({ not_in_portal: ['reports'] });
  const unmailed = await someone({ not_by_mail: ['reports'] });
  const neither = await someone({ not_in_portal: ['reports'], not_by_mail: ['reports'] });
  for (const { person } of [out, unmailed, neither]) await tell(granted(person.id));
  await world.runJobs();
  const told = async (who: typeof out) => [await listed(who), await who.subjects()];
  expect(await told(out)).toEqual([[], ['Novo relatório para você']]);
  expect((await out.browser.call(contract.summary, {})).unread).toBe(0);
  expect(await told(unmailed)).toEqual([['report_granted'], []]);
  expect(await told(neither)).toEqual([[], []]);
  const rows = await world.owner.run(sql`select from notification where person_id = ${neither.person.id}`);
  expect(rows).toEqual([]);
});

test('security comes everywhere, whatever was chosen, and cannot be switched off', async () => {
  const ana = await someone({ mails: 'never', quiet: { from: '00:00', until: '23:59' } });
  const bia = await someone({ mails: 'daily' });
  for (const { person } of [ana, bia]) {
    await tell(granted(person.id));
    await tell(alarm(person.id));
  }
  await world.runJobs();
  for (const who of [ana, bia]) {
    expect(await who.subjects()).toEqual(['As regras de acesso mudaram']);
    expect(await listed(who)).toEqual(['access_rules_changed', 'report_granted']);
  }
  for (const field of ['not_in_portal', 'not_by_mail', 'not_by_push'] as const) {
    const refusal = await ana.browser.refusal(contract.saveChoice, { body: { ...usual, [field]: ['sign_in'] } });
    expect(refusal.status).toBe(422);
  }
  // What the unit writes can be kept out of the mails, but not out of the portal.
  await ana.browser.call(contract.saveChoice, { body: { ...usual, not_by_mail: ['announcements'] } });
  expect((await ana.browser.refusal(contract.saveChoice, { body: { ...usual, not_in_portal: ['announcements'] } })).status).toBe(422);
});

test('where the unit sends none, none come; the choice of one unit does not hold in another', async () => {
  const elsewhere = await silent.person('user');
  await tell(granted(elsewhere.id), silent.id);
  await tell(alarm(elsewhere.id), silent.id);
  await world.runJobs();
  expect((await world.mailsTo(elsewhere.email)).map(({ subject }) => subject)).toEqual(['As regras de acesso mudaram']);
});

test('what comes in the quiet hours is mailed when they are over, unless it was read', async () => {
  const ana = await someone({ quiet: { from: '20:00', until: '07:00' } });
  const bia = await someone({ quiet: { from: '20:00', until: '07:00' } });
  world.setTime(at(1, 21));
  for (const { person } of [ana, bia]) await tell(granted(person.id));
  await world.runJobs();
  expect(await ana.subjects()).toEqual([]);
  await (await world.signIn(bia.person)).call(contract.bulk, { body: { act: 'read', matching: {} } });
  world.setTime(at(2, 6, 59));
  await world.runJobs();
  expect(await ana.subjects()).toEqual([]);
  world.setTime(at(2, 7));
  await world.runJobs();
  expect([await ana.subjects(), await bia.subjects()]).toEqual([['Novo relatório para você'], []]);
});

test('a digest holds what is unread, once, with the way to each', async () => {
  const ana = await someone({ mails: 'daily', digest_hour: 9, not_by_mail: ['refreshes'] });
  world.setTime(at(1, 10));
  for (const report of ['Vendas', 'Compras', 'Estoque']) await tell({ ...granted(ana.person.id, report), link: `/r/${report}` });
  await tell({ person_ids: [ana.person.id], kind: 'refresh_completed', values: { report: 'Vendas' } });
  await world.runJobs();
  expect(await ana.subjects()).toEqual([]);
  const later = await world.signIn(ana.person);
  expect((await later.call(contract.bulk, { body: { act: 'read', matching: { q: 'compras' } } })).changed).toBe(1);
  world.setTime(at(2, 9));
  await world.runJobs();
  await world.runJobs();
  const [mail, ...more] = await world.mailsTo(ana.person.email);
  expect([mail?.subject, more]).toEqual([expect.stringContaining('2 notificações não lidas em'), []]);
  expect(mail?.text).toContain('O relatório Estoque foi liberado para você.');
  expect(mail?.text).not.toContain('Compras');
  expect(mail?.html).toContain('https://sales.example/r/Vendas');
  world.setTime(at(3, 9));
  await world.runJobs();
  expect((await ana.subjects()).length).toBe(1);
});

test('a long digest lists twenty and counts the others', async () => {
  const ana = await someone({ mails: 'daily' });
  world.setTime(at(1, 10));
  for (let n = 1; n <= 23; n++) await tell(granted(ana.person.id, `R${n}`));
  await world.runJobs();
  world.setTime(at(2, 8));
  await world.runJobs();
  const [mail] = await world.mailsTo(ana.person.email);
  expect(mail?.text).toContain('E mais 3 notificações no portal.');
  expect(mail?.text).toContain('R4 ');
  expect(mail?.text).not.toContain('R3 ');
});

test('what makes no sense is refused', async () => {
  const { browser } = await someone();
  const refused = async (body: object) => (await browser.refusal(contract.saveChoice, { body: { ...usual, ...body } })).status;
  expect(await refused({ quiet: { from: '08:00', until: '08:00' } })).toBe(422);
  expect(await refused({ digest_hour: 24 })).toBe(422);
  expect(await refused({ not_by_mail: ['weather'] })).toBe(422);
});
