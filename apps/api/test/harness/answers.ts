/** People of a help desk who answer its mails, a mailbox at a real IMAP server, and the operator who gave it. */
import * as tickets from '@vitrine/contract/support/helpDesk.ts';
import * as contract from '@vitrine/contract/support/ticketMailbox.ts';
import type { SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import { fetchAnswers } from '#features/support/helpDesk/ticketMailbox/fetchAnswers.jobs.ts';
import type { Browser } from './browser.ts';
import type { ImapServer } from './imapServer.ts';
import { hasDovecot, imapUser, openImapServer } from './imapServer.ts';
import { openWorld } from './world.ts';

export const helpDeskSettings = { enable_helpdesk: true, send_email_helpdesk: true };
export const supportAgent = { support_agent: true };
const address = 'respostas@suporte.example';

export const mailboxAt = (port: number) => ({ host: '127.0.0.1', port, protocol: 'none' as const, ...imapUser, address });
export const at = ({ id }: { id: string }) => ({ params: { id } });

const nothing: ImapServer = {
  port: 1,
  deliver: () => Promise.resolve(),
  deliverRaw: () => undefined,
  unseen: () => 0,
  forget: () => undefined,
  close: () => Promise.resolve(),
};

export async function openAnswers() {
  const world = await openWorld();
  // Where there is none the tests that need it are skipped.
  const inbox = hasDovecot ? await openImapServer() : nothing;
  const operator = await world.signIn(await world.operator());
  await operator.call(contract.save, { body: { ...mailboxAt(inbox.port), version: null } });
  let count = 0;

  async function lastMail(to: string) {
    const mail = (await world.mailsTo(to)).at(-1);
    if (!mail) throw new Error(`There is no mail to ${to}`);
    return mail;
  }
  type Mail = Awaited<ReturnType<typeof lastMail>>;

  return {
    world,
    inbox,
    operator,
    lastMail,
    /** A reader and an agent of a unit, and a ticket that the agent has answered: the reader has a mail of it. */
    scene: async () => {
      const partner = await world.partner();
      const unit = await partner.unit({ settings: helpDeskSettings });
      const [ana, davi] = [await unit.person('user'), await unit.person('user', { membership: supportAgent })];
      const [reader, agent] = [await world.signIn(ana), await world.signIn(davi)];
      const ticket = await reader.call(tickets.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
      await agent.call(tickets.say, { ...at(ticket), body: { text: 'De qual loja?' } });
      await world.runJobs();
      return { partner, unit, ana, davi, reader, agent, ticket, mail: await lastMail(ana.email) };
    },
    /** What a mail program makes of "answer", with what the test changes of it. */
    answerTo: (mail: Mail, from: string, more: SendMailOptions = {}): SendMailOptions => ({
      from: { name: 'Quem escreve', address: from },
      to: mail.replyTo?.[0]?.address ?? '',
      subject: `Re: ${mail.subject}`,
      messageId: `<answer-${++count}@cliente.example>`,
      inReplyTo: mail.messageId,
      text: 'Da loja do centro.\n\nEm seg., 30 de nov. de 2026 às 10:00, Portal <portal@x.example> escreveu:\n> De qual loja?',
      ...more,
    }),
    /** The portal looks into the mailbox, and works off what follows. */
    fetched: async () => {
      expect(await world.runJobs(fetchAnswers)).toContainEqual({ name: 'ticket.answer_by_mail', status: 'completed' });
    },
    saidIn: async (browser: Browser, ticket: { id: string }) =>
      (await browser.call(tickets.get, at(ticket))).entries.filter(({ kind }) => kind === 'said'),
    /** The last mail that did not get in. */
    lastAside: async () => (await operator.call(contract.get, {})).aside[0],
    close: async () => {
      await world.close();
      await inbox.close();
    },
  };
}
