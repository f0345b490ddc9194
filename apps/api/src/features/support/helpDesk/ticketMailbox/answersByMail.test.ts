/** Answers by mail, from the mail that went out to the follow-up in the ticket, by a real IMAP server. */
import * as audit from '@vitrine/contract/audit/audit.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as tickets from '@vitrine/contract/support/helpDesk.ts';
import * as contract from '@vitrine/contract/support/ticketMailbox.ts';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { at, mailboxAt, openAnswers, supportAgent } from '#test/harness/answers.ts';
import { hasDovecot } from '#test/harness/imapServer.ts';

const { world, inbox, operator, lastMail, scene, answerTo, fetched, saidIn, lastAside, close } = await openAnswers();
afterAll(close);
const answered = test.skipIf(!hasDovecot);

const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);

answered('the answer to a mail becomes a follow-up, without what it quotes, and the other side hears of it', async () => {
  const { ana, davi, reader, agent, ticket, mail } = await scene();
  expect(mail.replyTo?.[0]?.address).toMatch(/^respostas\+[0-9a-z]{25}\.[0-9a-z]{16}@suporte\.example$/);
  expect(mail.text).toContain('responder a este e-mail');
  expect(mail.references).toBe(`<ticket.${ticket.id}@portal.example>`);
  await inbox.deliver(answerTo(mail, ana.email));
  await fetched();
  expect((await saidIn(reader, ticket)).at(-1)).toMatchObject({
    text: 'Da loja do centro.',
    side: 'opener',
    by_mail: true,
    person_name: ana.name,
  });
  expect((await agent.call(tickets.get, at(ticket))).waits_since).not.toBeNull();
  expect(await told(agent)).toContain('ticket_answered');
  expect(inbox.unseen()).toBe(0);
  // And back: the agent answers the mail about it.
  const back = await lastMail(davi.email);
  expect(back.references).toBe(mail.references);
  await inbox.deliver(answerTo(back, davi.email, { text: 'Vou olhar.' }));
  await fetched();
  expect((await saidIn(reader, ticket)).at(-1)).toMatchObject({ text: 'Vou olhar.', side: 'unit', person_name: davi.name });
  expect(await told(reader)).toContain('ticket_answered');
  expect((await operator.call(contract.get, {})).taken).toBeGreaterThanOrEqual(2);
});

answered('the log names the person, and the mail as the way', async () => {
  const { unit, ana, mail } = await scene();
  await inbox.deliver(answerTo(mail, ana.email));
  await fetched();
  const rows = await world.owner.run<{ person_id: string }>(sql`
    select person_id from audit_log where tenant_id = ${unit.id} and action = 'ticket.answer_by_mail' and object_type = 'ticket_entry'`);
  expect(rows).toEqual([{ person_id: ana.id }]);
  const admin = await world.signIn(await unit.person('admin'));
  expect(JSON.stringify(await admin.call(audit.list, { query: {} }))).not.toContain('Da loja do centro');
});

answered('a mail is taken once, though it is looked at again and again', async () => {
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
  expect(await saidIn(reader, ticket)).toHaveLength(2);
  expect(inbox.unseen()).toBe(0);
});

/** A way to the mailbox that ends as soon as a mail is to be marked: whatever looks in has written it by then, and dies. */
async function openBrokenWay(port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    const end = () => {
      from.destroy();
      to.destroy();
    };
    from
      .on('data', (part) => (part.includes(' STORE ') ? end() : to.write(part)))
      .on('error', end)
      .on('close', end);
    to.on('data', (part) => from.write(part)).on('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { port: own, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

answered('what dies between writing a mail and marking it is found again, and not written twice', async () => {
  const { ana, reader, ticket, mail } = await scene();
  const way = await openBrokenWay(inbox.port);
  const lead = async (port: number) => {
    const { mailbox } = await operator.call(contract.get, {});
    await operator.call(contract.save, { body: { ...mailboxAt(port), version: mailbox?.version ?? null } });
  };
  await lead(way.port);
  await inbox.deliver(answerTo(mail, ana.email));
  await fetched();
  expect((await operator.call(contract.get, {})).mailbox?.problem).not.toBeNull();
  expect([(await saidIn(reader, ticket)).length, inbox.unseen()]).toEqual([2, 1]);
  await lead(inbox.port);
  await fetched();
  expect([(await saidIn(reader, ticket)).length, inbox.unseen()]).toEqual([2, 0]);
  await way.close();
});

answered('two looks at once write it once', async () => {
  const { unit, ana, reader, ticket, mail } = await scene();
  await inbox.deliver(answerTo(mail, ana.email));
  await fetched();
  const again = world.owner.run(sql`
    insert into ticket_entry (tenant_id, id, ticket_id, kind, person_id, side, text, mail_key, created_at)
    select tenant_id, uuid_v7(), ticket_id, kind, person_id, side, text, mail_key, created_at from ticket_entry
    where tenant_id = ${unit.id} and mail_key is not null`);
  await expect(again).rejects.toThrow('ticket_entry_of_mail');
  expect(await saidIn(reader, ticket)).toHaveLength(2);
});

answered('a program that answers to whoever sent the mail is understood by the mail that it answers', async () => {
  const { ana, reader, ticket, mail } = await scene();
  await inbox.deliver(answerTo(mail, ana.email, { to: mailboxAt(0).address }));
  await fetched();
  expect(await saidIn(reader, ticket)).toHaveLength(2);
});

answered(
  'the agents of the partner and of the operator answer by mail what was escalated to them, and lose it with their flag',
  async () => {
    const { partner, unit, agent, reader, ticket } = await scene();
    const [gil, olga] = [await partner.person({ unit, staff: supportAgent }), await world.operator({ staff: supportAgent })];
    await agent.call(tickets.escalate, at(ticket));
    await world.runJobs();
    await inbox.deliver(answerTo(await lastMail(gil.email), gil.email, { text: 'O parceiro olha.' }));
    await fetched();
    expect((await saidIn(reader, ticket)).at(-1)).toMatchObject({ text: 'O parceiro olha.', side: 'partner' });
    const ofPartner = await world.signIn(gil);
    await ofPartner.call(tickets.escalate, at(ticket));
    await world.runJobs();
    const mail = await lastMail(olga.email);
    await inbox.deliver(answerTo(mail, olga.email, { text: 'A plataforma olha.', attachments: [{ filename: 'a.txt', content: 'linha' }] }));
    await fetched();
    const [last] = (await saidIn(reader, ticket)).slice(-1);
    expect(last).toMatchObject({ side: 'operator', attachments: [] });
    expect(last?.text).toMatch(/^A plataforma olha\.\n\n\[.*a\.txt\]$/s);
    await world.owner.run(sql`update staff set support_agent = false where person_id = ${olga.id}`);
    await inbox.deliver(answerTo(mail, olga.email));
    await fetched();
    expect(await lastAside()).toMatchObject({ reason: 'not_active' });
  },
);

answered('files come along by the rules of an upload, and what is left out is told', async () => {
  const { ana, reader, agent, ticket, mail } = await scene();
  const attachments = [
    { filename: 'vendas.csv', content: 'loja;total\n1;2' },
    { filename: 'virus.exe', content: Buffer.from('MZ\0\0') },
    { filename: 'foto.png', content: 'isto não é uma imagem' },
    ...Array.from({ length: 5 }, (_, index) => ({ filename: `nota-${index}.txt`, content: 'linha' })),
  ];
  await inbox.deliver(answerTo(mail, ana.email, { attachments }));
  await fetched();
  const [last] = (await saidIn(agent, ticket)).slice(-1);
  expect(last?.attachments.map(({ name }) => name)).toEqual(['vendas.csv', 'nota-0.txt', 'nota-1.txt', 'nota-2.txt', 'nota-3.txt']);
  expect(last?.text).toContain('virus.exe, foto.png, nota-4.txt');
  const file = await world.browser().inject({ method: 'GET', url: last?.attachments[0]?.address ?? '' });
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': expect.stringMatching(/^attachment; /) as string,
  });
  // Files alone are an answer as well, and nothing at all is none.
  await inbox.deliver(answerTo(mail, ana.email, { text: '> De qual loja?', attachments: attachments.slice(0, 1) }));
  await fetched();
  expect((await saidIn(reader, ticket)).at(-1)?.text).toBe('Enviou anexos.');
  await inbox.deliver(answerTo(mail, ana.email, { text: '> De qual loja?' }));
  await fetched();
  expect(await lastAside()).toMatchObject({ reason: 'empty' });
});

answered('one person writes twenty mails an hour, and no more', async () => {
  const { ana, reader, ticket, mail } = await scene();
  for (let index = 0; index < 21; index++) await inbox.deliver(answerTo(mail, ana.email, { text: `Mensagem ${index}` }));
  await fetched();
  expect(await lastAside()).toMatchObject({ reason: 'too_many' });
  expect(await saidIn(reader, ticket)).toHaveLength(21);
});

answered('a mail that has HTML alone, or no Message-ID, is an answer as well', async () => {
  const { ana, reader, ticket, mail } = await scene();
  const html = '<p>Da loja</p><p>do <b>centro</b>.</p><blockquote>De qual loja?</blockquote><script>alert(1)</script>';
  await inbox.deliver(answerTo(mail, ana.email, { text: undefined, html }));
  const head = `From: ${ana.email}\r\nTo: ${mail.replyTo?.[0]?.address}\r\n`;
  for (const words of ['Um', 'Dois', 'Dois']) inbox.deliverRaw(`${head}\r\n${words}`);
  await fetched();
  expect((await saidIn(reader, ticket)).map(({ text }) => text).slice(1)).toEqual(['Da loja\n\ndo centro.', 'Um', 'Dois']);
});

answered('longer words than the screen takes are cut, and said to be', async () => {
  const { ana, reader, ticket, mail } = await scene();
  await inbox.deliver(answerTo(mail, ana.email, { text: 'palavra '.repeat(2000) }));
  await fetched();
  const text = (await saidIn(reader, ticket)).at(-1)?.text ?? '';
  expect(text.length).toBeLessThanOrEqual(10_000);
  expect(text).toMatch(/\n\n\[O resto foi cortado.*\]$/);
});
