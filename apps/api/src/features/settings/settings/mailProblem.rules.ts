/** Maps an error of a mail server to the field that has to be changed. */
import type { FieldReason } from '#platform/http/fail.ts';
import { PrivateAddress } from '#platform/mail/outgoing.ts';

type Field = 'host' | 'protocol' | 'password' | 'email';
type ErrorFields = Record<string, unknown>;

const fieldsOf = (error: unknown): ErrorFields => (error instanceof Error ? Object.fromEntries(Object.entries(error)) : {});

/** The socket's error code, which the mail library replaces with its own. */
const isRefused = (word: unknown) => typeof word === 'string' && /^E[A-Z]+$/.test(word);
const isTls = (word: unknown) => typeof word === 'string' && /^ERR_(SSL|OSSL)/.test(word);

export function mailProblem(error: unknown): Partial<Record<Field, FieldReason>> {
  if (error instanceof PrivateAddress) return { host: 'mail_host_private' };
  const { code, command, responseCode, originalCode } = fieldsOf(error);
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
