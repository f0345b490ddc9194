/** The operator gives a mailbox, tries it, and takes it away. */
import * as tickets from '@vitrine/contract/support/helpDesk.ts';
import * as contract from '@vitrine/contract/support/ticketMailbox.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { helpDeskSettings, mailboxAt, openAnswers, supportAgent } from '#test/harness/answers.ts';
import { hasDovecot, imapUser, openImapServer } from '#test/harness/imapServer.ts';
import { openTlsProxy } from '#test/harness/tlsProxy.ts';
import { fetchAnswers } from './fetchAnswers.jobs.ts';

const { world, inbox, operator, fetched, close } = await openAnswers();
afterAll(close);
const answered = test.skipIf(!hasDovecot);

answered('a mailbox that does not answer is told on the screen, and is nobody else’s trouble', async () => {
  await fetched();
  const { mailbox } = await operator.call(contract.get, {});
  expect(mailbox).toMatchObject({ problem: null, checked_at: expect.any(String) as string });
  const changed = await operator.call(contract.save, { body: { ...mailboxAt(1), version: mailbox?.version ?? 0 } });
  await fetched();
  expect((await operator.call(contract.get, {})).mailbox).toMatchObject({ problem: 'mail_refused' });
  await operator.call(contract.save, { body: { ...mailboxAt(inbox.port), version: changed.version } });
  await fetched();
  expect((await operator.call(contract.get, {})).mailbox).toMatchObject({ problem: null });
});

answered('it is tried before it is saved, and what is wrong is told at its field', async () => {
  const body = mailboxAt(inbox.port);
  expect(await operator.call(contract.check, { body })).toEqual({ unread: 0 });
  const wrong = async (more: object) => (await operator.refusal(contract.check, { body: { ...body, ...more } })).body.errors;
  expect(await wrong({ password: 'errada' })).toHaveProperty('password');
  expect(await wrong({ port: 1 })).toHaveProperty('host');
  expect(await wrong({ protocol: 'starttls' })).toHaveProperty('protocol');
  // Without a password the stored one is taken, and only where it was stored for.
  expect(await operator.call(contract.check, { body: { ...body, password: null } })).toEqual({ unread: 0 });
  expect(await wrong({ host: 'localhost', password: null })).toHaveProperty('password');
  expect(await wrong({ user: 'outra', password: null })).toHaveProperty('password');
});

test('the password is stored encrypted, and never answered', async () => {
  const { mailbox } = await operator.call(contract.get, {});
  const saved = await operator.call(contract.save, { body: { ...mailboxAt(1), version: mailbox?.version ?? null } });
  expect(JSON.stringify([saved, await operator.call(contract.get, {})])).not.toContain(imapUser.password);
  const [row] = await world.owner.run<{ password: string }>(sql`select password from ticket_mailbox`);
  expect(row?.password).toMatch(/^v1\./);
  const log = await world.owner.run(sql`select after, before from audit_log where object_type = 'ticket_mailbox'`);
  expect(JSON.stringify(log)).not.toContain(row?.password ?? '');
  expect((await operator.refusal(contract.save, { body: { ...mailboxAt(1), version: saved.version + 1 } })).body.status).toBe('conflict');
});

test('it is the operator’s alone', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: helpDeskSettings });
  for (const person of [await unit.person('admin'), await partner.person({ unit }), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.get, {})).status).toBe(403);
    expect((await browser.refusal(contract.check, { body: mailboxAt(1) })).status).toBe(403);
    expect((await browser.refusal(contract.save, { body: { ...mailboxAt(1), version: null } })).status).toBe(403);
    expect((await browser.refusal(contract.remove, {})).status).toBe(403);
  }
});

test.each([
  ['sem-arroba', 'address'],
  ['*@suporte.*', 'address'],
  ['nome@*.example', 'address'],
  ['um-nome-que-e-longo-demais@suporte.example', 'address'],
])('%s is no address for answers', async (wrong, field) => {
  const refused = await operator.refusal(contract.save, { body: { ...mailboxAt(1), address: wrong, version: null } });
  expect(refused.body.errors).toHaveProperty(field);
});

test('without a mailbox mails are as they were', async () => {
  await operator.call(contract.remove, {});
  const unit = await world.unit({ settings: helpDeskSettings });
  const [ana, davi] = [await unit.person('user'), await unit.person('user', { membership: supportAgent })];
  await (await world.signIn(ana)).call(tickets.add, { body: { title: 'Total', text: 'Zerado.' } });
  await world.runJobs(fetchAnswers);
  const [mail] = await world.mailsTo(davi.email);
  expect(mail?.replyTo).toBeUndefined();
  expect(mail?.references).toBeUndefined();
  expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@portal\.example>$/);
  expect(mail?.text).not.toContain('responder a este e-mail');
});

answered('a certificate that nobody vouches for is refused', async () => {
  const authority = await openTlsProxy();
  const tls = await authority.certify('localhost', { stranger: true });
  const inbox = await openImapServer({ tls });
  const body = { ...mailboxAt(inbox.port), host: 'localhost', protocol: 'tls' as const };
  const refused = await operator.refusal(contract.check, { body });
  expect(refused.body.errors).toHaveProperty('host');
  await inbox.close();
  await authority.close();
});
