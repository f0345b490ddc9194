/** What is wrong with a mail server, told at the field that has to be changed. */
import type { FieldReason } from '../../core/fail.ts';
import { PrivateAddress } from '../../core/outgoing.ts';

type Field = 'host' | 'protocol' | 'password' | 'email';
type Told = Record<string, unknown>;

const told = (error: unknown): Told => (error instanceof Error ? Object.fromEntries(Object.entries(error)) : {});

/** What the socket said before the mail library put its own word over it. */
const isRefused = (word: unknown) => typeof word === 'string' && /^E[A-Z]+$/.test(word);
const isTls = (word: unknown) => typeof word === 'string' && /^ERR_(SSL|OSSL)/.test(word);

export function mailProblem(error: unknown): Partial<Record<Field, FieldReason>> {
  if (error instanceof PrivateAddress) return { host: 'mail_host_private' };
  const { code, command, responseCode, originalCode } = told(error);
  switch (code) {
    case 'EDNS':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { host: 'mail_host_unknown' };
    case 'ETIMEDOUT':
      return { host: 'mail_silent' };
    case 'EPROTOCOL':
      return { host: 'mail_no_server' };
    case 'ETLS':
      return { protocol: 'mail_tls' };
    case 'ECONNECTION':
    case 'ESOCKET':
      if (isTls(originalCode)) return { protocol: 'mail_tls' };
      return originalCode === undefined || isRefused(originalCode) ? { host: 'mail_refused' } : { host: 'mail_certificate' };
    case 'EAUTH':
      return { password: 'mail_credentials' };
    case 'EENVELOPE':
      if (responseCode === 530) return { password: 'mail_credentials' };
      return { email: command === 'RCPT TO' ? 'mail_receiver' : 'mail_sender' };
    default:
      return { host: 'mail_failed' };
  }
}
