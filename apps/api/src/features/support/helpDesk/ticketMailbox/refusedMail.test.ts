/** What does not get in by mail: strangers, programs, bombs, and whoever may say nothing there. */
import * as tickets from '@vitrine/contract/support/helpDesk.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { at, mailboxAt, openAnswers } from '#test/harness/answers.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { hasDovecot } from '#test/harness/imapServer.ts';

const { world, inbox, lastMail, scene, answerTo, fetched, saidIn, lastAside, close } = await openAnswers();
afterAll(close);
const answered = test.skipIf(!hasDovecot);

answered('nobody writes as somebody else: the address is signed for one person, who has to be the sender', async () => {
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
  await inbox.deliver(answerTo(mail, davi.email, { to: mailboxAt(0).address, inReplyTo: undefined }));
  await fetched();
  expect(await lastAside()).toMatchObject({ reason: 'no_address' });
  expect(await saidIn(reader, ticket)).toHaveLength(1);
  expect(await saidIn(agent, ticket)).toHaveLength(1);
  expect(inbox.unseen()).toBe(0);
});

answered('nothing is answered to strangers, and no more of them is kept than the operator needs', async () => {
  const { mail } = await scene();
  const before = (await world.mailsTo('estranho@cliente.example')).length;
  await inbox.deliver(answerTo(mail, 'estranho@cliente.example', { text: 'Segredo do estranho' }));
  await fetched();
  expect(await world.mailsTo('estranho@cliente.example')).toHaveLength(before);
  expect(await lastAside()).toMatchObject({ sender: 'e…@cliente.example' });
  expect(JSON.stringify(await world.owner.run(sql`select * from ticket_mail`))).not.toMatch(/estranho|Segredo/);
});

answered('two senders in one mail are nobody', async () => {
  const { ana, reader, ticket, mail } = await scene();
  const head = `To: ${mail.replyTo?.[0]?.address}\r\nMessage-ID: <two-${Date.now()}@cliente.example>\r\n`;
  inbox.deliverRaw(`From: ${ana.email}\r\nFrom: estranho@cliente.example\r\n${head}\r\nOlá`);
  inbox.deliverRaw(`From: estranho@cliente.example, ${ana.email}\r\n${head.replace('two-', 'list-')}\r\nOlá`);
  await fetched();
  expect(await saidIn(reader, ticket)).toHaveLength(1);
});

answered('the mailbox’s own server says whose mail is forged', async () => {
  const { ana, reader, ticket, mail } = await scene();
  const found = (value: string) => ({ headers: [{ key: 'Authentication-Results', value }] });
  await inbox.deliver(
    answerTo(mail, ana.email, found('mx.suporte.example; spf=fail; dkim=none; dmarc=fail (p=none) header.from=cliente.example')),
  );
  await fetched();
  expect(await lastAside()).toMatchObject({ reason: 'forged' });
  await inbox.deliver(answerTo(mail, ana.email, found('mx.suporte.example; spf=pass; dmarc=pass header.from=cliente.example')));
  await fetched();
  expect(await saidIn(reader, ticket)).toHaveLength(2);
});

answered('what nobody wrote by hand is put aside, so that two programs do not answer each other', async () => {
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
  await inbox.deliver(answerTo(mail, ana.email, { messageId: `<${uuidv7()}@portal.example>` }));
  await fetched();
  expect(await lastAside()).toMatchObject({ reason: 'own' });
  expect(await saidIn(reader, ticket)).toHaveLength(1);
  expect(inbox.unseen()).toBe(0);
});

answered('whoever may no longer come in says nothing by mail either', async () => {
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
  // Whoever is known learns that nobody will answer.
  const told = (await agent.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);
  expect(told.filter((kind) => kind === 'ticket_not_taken')).toHaveLength(1);
  expect((await lastMail(davi.email)).replyTo).toBeUndefined();
  expect(await saidIn(agent, ticket)).toHaveLength(2);
});

answered('a mail that is too large or too deep is put aside and holds nobody up', async () => {
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
  expect((await saidIn(reader, ticket)).map(({ text }) => text)).toEqual(['De qual loja?', 'E depois.']);
});
