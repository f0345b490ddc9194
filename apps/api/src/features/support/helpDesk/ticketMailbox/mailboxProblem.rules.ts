/** What is wrong with a mailbox, in the words of the field that has to be changed. */
import type { mailboxProblems } from '@vitrine/contract/support/ticketMailbox.ts';
import { PrivateAddress } from '#platform/mail/outgoing.ts';

export type MailboxProblem = (typeof mailboxProblems)[number];

const byCode: Readonly<Record<string, MailboxProblem>> = {
  ENOTFOUND: 'mail_host_unknown',
  EAI_AGAIN: 'mail_host_unknown',
  ECONNREFUSED: 'mail_refused',
  CONNECT_TIMEOUT: 'mail_silent',
  ETIMEDOUT: 'mail_silent',
  ETIMEOUT: 'mail_silent',
  // A server that waits for an encrypted greeting says nothing to one that is not.
  GREETING_TIMEOUT: 'mailbox_tls',
  ECONNRESET: 'mail_no_server',
  ClosedAfterConnectTLS: 'mail_no_server',
  ClosedAfterConnectText: 'mail_no_server',
  InvalidResponse: 'mail_no_server',
  UpgradeTimeout: 'mailbox_tls',
};

/** As the library tells it; what the network or TLS says has a code of its own. */
type Failed = { code?: string; authenticationFailed?: boolean; tlsFailed?: boolean };

const certificates = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID$)/;

export function mailboxProblem(error: unknown): MailboxProblem {
  if (error instanceof PrivateAddress) return 'mail_host_private';
  const { code = '', authenticationFailed, tlsFailed } = (error instanceof Error ? error : {}) as Failed;
  if (authenticationFailed === true) return 'mailbox_credentials';
  if (certificates.test(code)) return 'mail_certificate';
  if (tlsFailed === true || /^ERR_(?:SSL|OSSL)/.test(code)) return 'mailbox_tls';
  return byCode[code] ?? 'mailbox_failed';
}

const fields: Partial<Record<MailboxProblem, string>> = { mailbox_tls: 'protocol', mailbox_credentials: 'password' };

/** The field of the form where it is told. */
export const fieldOf = (problem: MailboxProblem): string => fields[problem] ?? 'host';
