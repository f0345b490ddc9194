/** Answers by mail, from the mail that went out to the follow-up in the ticket, by a real IMAP server. */
import * as tickets from '@vitrine/contract/support/helpDesk.ts';
import * as contract from '@vitrine/contract/support/ticketMailbox.ts';
import * as audit from '@vitrine/contract/audit/audit.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { SendMailOptions } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { ImapServer } from '#test/harness/imapServer.ts';
import { hasDovecot, imapUser, openImapServer } from '#test/harness/imapServer.ts';
import { openTlsProxy } from '#test/harness/tlsProxy.ts';
import { openWorld } from '#test/harness/world.ts';
import { fetchAnswers } from './fetchAnswers.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const address = 'respostas@suporte.example';
const at = ({ id }: { id: string }) => ({ params: { id } });
const theOperator = async () => world.signIn(await world.operator());
const settings = { enable_helpdesk: true, send_email_helpdesk: true };
const flagged = { support_agent: true };

const given = (port: number) => ({ host: '127.0.0.1', port, protocol: 'none' as const, ...imapUser, address });

describe.skipIf(!hasDovecot)('with a mailbox', () => {
  let inbox: ImapServer;
  let operator: Browser;
  beforeAll(async () => {
    inbox = await openImapServer();
    operator = await theOperator();
    await operator.call(contract.save, { body: { ...given(inbox.port), version: null } });
  });
  afterAll(async () => {
    await inbox.close();
  });

  /** A reader and an agent of a unit, and a ticket that the agent has answered: the reader has a mail of it. */
  async function scene() {
    const partner = await world.partner();
    const unit = await partner.unit({ settings });
    const [ana, davi] = [await unit.person('user'), await unit.person('user', { membership: flagged })];
    const [reader, agent] = [await world.signIn(ana), await world.signIn(davi)];
    const ticket = await reader.call(tickets.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
    await agent.call(tickets.say, { ...at(ticket), body: { text: 'De qual loja?' } });
    await world.runJobs();
    return { partner, unit, ana, davi, reader, agent, ticket, mail: await lastMail(ana.email) };
  }

  async function lastMail(to: string) {
    const mail = (await world.mailsTo(to)).at(-1);
    if (!mail) throw new Error(`There is no mail to ${to}`);
    return mail;
  }

  type Mail = Awaited<ReturnType<typeof lastMail>>;
  let count = 0;
  /** What a mail program makes of "answer", with what the test changes of it. */
  const answerTo = (mail: Mail, from: string, more: SendMailOptions = {}): SendMailOptions => ({
    from: { name: 'Quem escreve', address: from },
    to: mail.replyTo?.[0]?.address ?? '',
    subject: `Re: ${mail.subject}`,
    messageId: `<answer-${++count}@cliente.example>`,
    inReplyTo: mail.messageId,
    text: 'Da loja do centro.\n\nEm seg., 30 de nov. de 2026 às 10:00, Portal <portal@x.example> escreveu:\n> De qual loja?',
    ...more,
  });

  const fetched = async () => {
    expect(await world.runJobs(fetchAnswers)).toContainEqual({ name: 'ticket.answer_by_mail', status: 'completed' });
  };
  const entriesOf = async (browser: Browser, ticket: { id: string }) =>
    (await browser.call(tickets.get, at(ticket))).entries.filter(({ kind }) => kind === 'said');
  const lastAside = async () => (await operator.call(contract.get, {})).aside[0];
  const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);

  test('the answer to a mail becomes a follow-up, without what it quotes, and the other side hears of it', async () => {
    const { ana, davi, reader, agent, ticket, mail } = await scene();
    expect(mail.replyTo?.[0]?.address).toMatch(/^respostas\+[0-9a-z]{25}\.[0-9a-z]{16}@suporte\.example$/);
    expect(mail.text).toContain('responder a este e-mail');
    expect(mail.references).toBe(`<ticket.${ticket.id}@portal.example>`);
    await inbox.deliver(answerTo(mail, ana.email));
    await fetched();
    expect((await entriesOf(reader, ticket)).at(-1)).toMatchObject({ text: 'Da loja do centro.', side: 'opener', by_mail: true, person_name: ana.name });
    expect((await agent.call(tickets.get, at(ticket))).waits_since).not.toBeNull();
    expect(await told(agent)).toContain('ticket_answered');
    expect(inbox.unseen()).toBe(0);
    // And back: the agent answers the mail about it.
    const back = await lastMail(davi.email);
    expect(back.references).toBe(mail.references);
    await inbox.deliver(answerTo(back, davi.email, { text: 'Vou olhar.' }));
    await fetched();
    expect((await entriesOf(reader, ticket)).at(-1)).toMatchObject({ text: 'Vou olhar.', side: 'unit', person_name: davi.name });
    expect(await told(reader)).toContain('ticket_answered');
    expect((await operator.call(contract.get, {})).taken).toBeGreaterThanOrEqual(2);
  });

  test('the log names the person, and the mail as the way', async () => {
    const { unit, ana, mail } = await scene();
    await inbox.deliver(answerTo(mail, ana.email));
    await fetched();
    const rows = await world.owner.run<{ person_id: string }>(sql`
      select person_id from audit_log where tenant_id = ${unit.id} and action = 'ticket.answer_by_mail' and object_type = 'ticket_entry'`);
    expect(rows).toEqual([{ person_id: ana.id }]);
    const admin = await world.signIn(await unit.person('admin'));
    expect(JSON.stringify(await admin.call(audit.list, { query: {} }))).not.toContain('Da loja do centro');
  });

  test('a mail is taken once, though it is looked at again and again', async () => {
    const { ana, reader, ticket, mail } = await scene();
    const answer = answerTo(mail, ana.email);
    await inbox.deliver(answer);
    await fetched();
    inbox.forget();
    // As after a crash between the follow-up and the book of what came in.
    await world.owner.run(sql`delete from ticket_mail`);
    await fetched();
    await inbox.deliver(answer);
    await fetched();
    expect(await entriesOf(reader, ticket)).toHaveLength(2);
    expect(inbox.unseen()).toBe(0);
  });

  test('two looks at once write it once', async () => {
    const { unit, ana, reader, ticket, mail } = await scene();
    await inbox.deliver(answerTo(mail, ana.email));
    await fetched();
    const again = world.owner.run(sql`
      insert into ticket_entry (tenant_id, id, ticket_id, kind, person_id, side, text, mail_key, created_at)
      select tenant_id, uuid_v7(), ticket_id, kind, person_id, side, text, mail_key, created_at from ticket_entry
      where tenant_id = ${unit.id} and mail_key is not null`);
    await expect(again).rejects.toThrow('ticket_entry_of_mail');
    expect(await entriesOf(reader, ticket)).toHaveLength(2);
  });

  test('a program that answers to whoever sent the mail is understood by the mail that it answers', async () => {
    const { ana, reader, ticket, mail } = await scene();
    await inbox.deliver(answerTo(mail, ana.email, { to: address }));
    await fetched();
    expect(await entriesOf(reader, ticket)).toHaveLength(2);
  });

  test('nobody writes as somebody else: the address is signed for one person, who has to be the sender', async () => {
    const { unit, davi, agent, reader, ticket, mail } = await scene();
    const other = await unit.person('admin');
    const elsewhere = await scene();
    for (const [from, reason] of [
      ['estranho@cliente.example', 'unknown_sender'],
      [davi.email, 'other_sender'],
      [other.email, 'other_sender'],
      [elsewhere.ana.email, 'other_sender'],
    ] as const) {
      await inbox.deliver(answerTo(mail, from));
      await fetched();
      expect(await lastAside()).toMatchObject({ reason });
    }
    const [name = '', domain = ''] = (mail.replyTo?.[0]?.address ?? '').split('@');
    const wrong = `${name.slice(0, -4)}0000@${domain}`;
    await inbox.deliver(answerTo(mail, elsewhere.ana.email, { to: wrong, inReplyTo: undefined }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'other_sender' });
    await inbox.deliver(answerTo(mail, davi.email, { to: address, inReplyTo: undefined }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'no_address' });
    expect(await entriesOf(reader, ticket)).toHaveLength(1);
    expect(await entriesOf(agent, ticket)).toHaveLength(1);
    expect(inbox.unseen()).toBe(0);
  });

  test('nothing is answered to strangers, and no more of them is kept than the operator needs', async () => {
    const { mail } = await scene();
    const before = (await world.mailsTo('estranho@cliente.example')).length;
    await inbox.deliver(answerTo(mail, 'estranho@cliente.example', { text: 'Segredo do estranho' }));
    await fetched();
    expect(await world.mailsTo('estranho@cliente.example')).toHaveLength(before);
    expect(await lastAside()).toMatchObject({ sender: 'e…@cliente.example' });
    expect(JSON.stringify(await world.owner.run(sql`select * from ticket_mail`))).not.toMatch(/estranho|Segredo/);
  });

  test('two senders in one mail are nobody', async () => {
    const { ana, reader, ticket, mail } = await scene();
    const head = `To: ${mail.replyTo?.[0]?.address}\r\nMessage-ID: <two-${Date.now()}@cliente.example>\r\n`;
    inbox.deliverRaw(`From: ${ana.email}\r\nFrom: estranho@cliente.example\r\n${head}\r\nOlá`);
    inbox.deliverRaw(`From: estranho@cliente.example, ${ana.email}\r\n${head.replace('two-', 'list-')}\r\nOlá`);
    await fetched();
    expect(await entriesOf(reader, ticket)).toHaveLength(1);
  });

  test('the mailbox’s own server says whose mail is forged', async () => {
    const { ana, reader, ticket, mail } = await scene();
    const found = (value: string) => ({ headers: [{ key: 'Authentication-Results', value }] });
    await inbox.deliver(answerTo(mail, ana.email, found('mx.suporte.example; spf=fail; dkim=none; dmarc=fail (p=none) header.from=cliente.example')));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'forged' });
    await inbox.deliver(answerTo(mail, ana.email, found('mx.suporte.example; spf=pass; dmarc=pass header.from=cliente.example')));
    await fetched();
    expect(await entriesOf(reader, ticket)).toHaveLength(2);
  });

  test('what nobody wrote by hand is put aside, so that two programs do not answer each other', async () => {
    const { ana, reader, ticket, mail } = await scene();
    const own = { 'X-Portal-Mail': 'notice_ticket_answered' };
    for (const [headers, reason] of [
      [{ 'Auto-Submitted': 'auto-replied' }, 'automatic'],
      [{ Precedence: 'bulk' }, 'automatic'],
      [{ 'X-Auto-Response-Suppress': 'All' }, 'automatic'],
      [{ 'Return-Path': '<>' }, 'bounce'],
      [{ 'List-Id': '<lista.cliente.example>' }, 'list'],
      [own, 'own'],
    ] as const) {
      await inbox.deliver(answerTo(mail, ana.email, { headers }));
      await fetched();
      expect(await lastAside()).toMatchObject({ reason });
    }
    await inbox.deliver(answerTo(mail, ana.email, { messageId: '<abc@portal.example>' }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'own' });
    expect(await entriesOf(reader, ticket)).toHaveLength(1);
    expect(inbox.unseen()).toBe(0);
  });

  test('whoever may no longer come in says nothing by mail either', async () => {
    const { unit, ana, davi, reader, agent, ticket, mail } = await scene();
    const toAgent = async () => {
      await reader.call(tickets.say, { ...at(ticket), body: { text: 'Alguém?' } });
      await world.runJobs();
      return lastMail(davi.email);
    };
    const agents = await toAgent();
    await world.owner.run(sql`update membership set state = 'inactive' where tenant_id = ${unit.id} and person_id = ${ana.id}`);
    await inbox.deliver(answerTo(mail, ana.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'not_active' });
    // Without the flag the ticket is somebody else’s, and does not exist.
    await world.owner.run(sql`update membership set support_agent = false where tenant_id = ${unit.id} and person_id = ${davi.id}`);
    await inbox.deliver(answerTo(agents, davi.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'ticket_gone' });
    await world.owner.run(sql`update membership set support_agent = true where tenant_id = ${unit.id} and person_id = ${davi.id}`);
    await world.owner.run(sql`update tenant_setting set value = value || '{"enable_helpdesk": false}' where tenant_id = ${unit.id}`);
    await inbox.deliver(answerTo(agents, davi.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'not_active' });
    await world.owner.run(sql`update tenant_setting set value = value || '{"enable_helpdesk": true}' where tenant_id = ${unit.id}`);
    await agent.call(tickets.setState, { ...at(ticket), body: { resolved: true } });
    await world.owner.run(sql`update ticket set archived_at = now() where tenant_id = ${unit.id} and id = ${ticket.id}`);
    await inbox.deliver(answerTo(agents, davi.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'ticket_not_now' });
    expect(await entriesOf(agent, ticket)).toHaveLength(2);
  });

  test('the agents of the partner and of the operator answer by mail what was escalated to them, and lose it with their flag', async () => {
    const { partner, unit, agent, reader, ticket } = await scene();
    const [gil, olga] = [await partner.person({ unit, staff: flagged }), await world.operator({ staff: flagged })];
    await agent.call(tickets.escalate, at(ticket));
    await world.runJobs();
    await inbox.deliver(answerTo(await lastMail(gil.email), gil.email, { text: 'O parceiro olha.' }));
    await fetched();
    expect((await entriesOf(reader, ticket)).at(-1)).toMatchObject({ text: 'O parceiro olha.', side: 'partner' });
    const ofPartner = await world.signIn(gil);
    await ofPartner.call(tickets.escalate, at(ticket));
    await world.runJobs();
    const mail = await lastMail(olga.email);
    await inbox.deliver(answerTo(mail, olga.email, { text: 'A plataforma olha.', attachments: [{ filename: 'a.txt', content: 'linha' }] }));
    await fetched();
    const [last] = (await entriesOf(reader, ticket)).slice(-1);
    expect(last).toMatchObject({ side: 'operator', attachments: [] });
    expect(last?.text).toMatch(/^A plataforma olha\.\n\n\[.*a\.txt\]$/s);
    await world.owner.run(sql`update staff set support_agent = false where person_id = ${olga.id}`);
    await inbox.deliver(answerTo(mail, olga.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'not_active' });
  });

  test('files come along by the rules of an upload, and what is left out is told', async () => {
    const { ana, reader, agent, ticket, mail } = await scene();
    const attachments = [
      { filename: 'vendas.csv', content: 'loja;total\n1;2' },
      { filename: 'virus.exe', content: Buffer.from('MZ\0\0') },
      { filename: 'foto.png', content: 'isto não é uma imagem' },
      ...Array.from({ length: 5 }, (_, index) => ({ filename: `nota-${index}.txt`, content: 'linha' })),
    ];
    await inbox.deliver(answerTo(mail, ana.email, { attachments }));
    await fetched();
    const [last] = (await entriesOf(agent, ticket)).slice(-1);
    expect(last?.attachments.map(({ name }) => name)).toEqual(['vendas.csv', 'nota-0.txt', 'nota-1.txt', 'nota-2.txt', 'nota-3.txt']);
    expect(last?.text).toContain('virus.exe, foto.png, nota-4.txt');
    const file = await world.browser().inject({ method: 'GET', url: last?.attachments[0]?.address ?? '' });
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': expect.stringMatching(/^attachment; /) as string });
    // Files alone are an answer as well, and nothing at all is none.
    await inbox.deliver(answerTo(mail, ana.email, { text: '> De qual loja?', attachments: attachments.slice(0, 1) }));
    await fetched();
    expect((await entriesOf(reader, ticket)).at(-1)?.text).toBe('Enviou anexos.');
    await inbox.deliver(answerTo(mail, ana.email, { text: '> De qual loja?' }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'empty' });
  });

  test('a mail that is too large or too deep is put aside and holds nobody up', async () => {
    const { ana, reader, ticket, mail } = await scene();
    const attachments = [{ filename: 'a.txt', content: Buffer.alloc(20 * 1_048_576, 'a') }];
    await inbox.deliver(answerTo(mail, ana.email, { attachments }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'too_large' });
    const levels = 60;
    const deep = Array.from({ length: levels }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('');
    inbox.deliverRaw(`From: ${ana.email}\r\nTo: ${mail.replyTo?.[0]?.address}\r\nMessage-ID: <deep@cliente.example>\r\n${deep}\r\nOlá`);
    await inbox.deliver(answerTo(mail, ana.email, { text: 'E depois.' }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'unreadable' });
    expect((await entriesOf(reader, ticket)).map(({ text }) => text)).toEqual(['De qual loja?', 'E depois.']);
  });

  test('one person writes twenty mails an hour, and no more', async () => {
    const { ana, reader, ticket, mail } = await scene();
    for (let index = 0; index < 21; index++) await inbox.deliver(answerTo(mail, ana.email, { text: `Mensagem ${index}` }));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'too_many' });
    expect(await entriesOf(reader, ticket)).toHaveLength(21);
  });

  test('longer words than the screen takes are cut, and said to be', async () => {
    const { ana, reader, ticket, mail } = await scene();
    await inbox.deliver(answerTo(mail, ana.email, { text: 'palavra '.repeat(2000) }));
    await fetched();
    const text = (await entriesOf(reader, ticket)).at(-1)?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text).toMatch(/\n\n\[O resto foi cortado.*\]$/);
  });

  test('a mailbox that does not answer is told on the screen, and is nobody else’s trouble', async () => {
    const { mailbox } = await operator.call(contract.get, {});
    expect(mailbox).toMatchObject({ problem: null, checked_at: expect.any(String) as string });
    const changed = await operator.call(contract.save, { body: { ...given(1), version: mailbox?.version ?? 0 } });
    await fetched();
    expect((await operator.call(contract.get, {})).mailbox).toMatchObject({ problem: 'mail_refused' });
    await operator.call(contract.save, { body: { ...given(inbox.port), version: changed.version } });
    await fetched();
    expect((await operator.call(contract.get, {})).mailbox).toMatchObject({ problem: null });
  });

  test('it is tried before it is saved, and what is wrong is told at its field', async () => {
    const body = given(inbox.port);
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
});

test('the password is stored encrypted, and never answered', async () => {
  const operator = await theOperator();
  const { mailbox } = await operator.call(contract.get, {});
  const saved = await operator.call(contract.save, { body: { ...given(1), version: mailbox?.version ?? null } });
  expect(JSON.stringify([saved, await operator.call(contract.get, {})])).not.toContain(imapUser.password);
  const [row] = await world.owner.run<{ password: string }>(sql`select password from ticket_mailbox`);
  expect(row?.password).toMatch(/^v1\./);
  const log = await world.owner.run(sql`select after, before from audit_log where object_type = 'ticket_mailbox'`);
  expect(JSON.stringify(log)).not.toContain(row?.password ?? '');
  expect((await operator.refusal(contract.save, { body: { ...given(1), version: saved.version + 1 } })).body.status).toBe('conflict');
});

test('it is the operator’s alone', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ settings });
  for (const person of [await unit.person('admin'), await partner.person({ unit }), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.get, {})).status).toBe(403);
    expect((await browser.refusal(contract.check, { body: given(1) })).status).toBe(403);
    expect((await browser.refusal(contract.save, { body: { ...given(1), version: null } })).status).toBe(403);
    expect((await browser.refusal(contract.remove, {})).status).toBe(403);
  }
});

test.each([
  ['sem-arroba', 'address'],
  ['*@suporte.*', 'address'],
  ['nome@*.example', 'address'],
  ['um-nome-que-e-longo-demais@suporte.example', 'address'],
])('%s is no address for answers', async (wrong, field) => {
  const operator = await theOperator();
  const refused = await operator.refusal(contract.save, { body: { ...given(1), address: wrong, version: null } });
  expect(refused.body.errors).toHaveProperty(field);
});

test('without a mailbox mails are as they were', async () => {
  await (await theOperator()).call(contract.remove, {});
  const unit = await world.unit({ settings });
  const [ana, davi] = [await unit.person('user'), await unit.person('user', { membership: flagged })];
  await (await world.signIn(ana)).call(tickets.add, { body: { title: 'Total', text: 'Zerado.' } });
  await world.runJobs(fetchAnswers);
  const [mail] = await world.mailsTo(davi.email);
  expect(mail?.replyTo).toBeUndefined();
  expect(mail?.references).toBeUndefined();
  expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@portal\.example>$/);
  expect(mail?.text).not.toContain('responder a este e-mail');
});

test.skipIf(!hasDovecot)('a certificate that nobody vouches for is refused', async () => {
  const authority = await openTlsProxy();
  const tls = await authority.certify('localhost', { stranger: true });
  const inbox = await openImapServer({ tls });
  const operator = await theOperator();
  const body = { ...given(inbox.port), host: 'localhost', protocol: 'tls' as const };
  const refused = await operator.refusal(contract.check, { body });
  expect(refused.body.errors).toHaveProperty('host');
  await inbox.close();
  await authority.close();
});
