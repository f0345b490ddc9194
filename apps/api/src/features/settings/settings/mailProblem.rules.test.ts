import { expect, test } from 'vitest';
import { PrivateAddress } from '#platform/mail/outgoing.ts';
import { mailProblem } from './mailProblem.rules.ts';

const failed = (values: Record<string, unknown>) => mailProblem(Object.assign(new Error('the server said so'), values));

test.each([
  ['its name is unknown', { code: 'EDNS' }, { host: 'mail_host_unknown' }],
  ['its name is unknown', { code: 'ENOTFOUND' }, { host: 'mail_host_unknown' }],
  ['its name cannot be looked up now', { code: 'EAI_AGAIN' }, { host: 'mail_host_unknown' }],
  ['it says nothing', { code: 'ETIMEDOUT' }, { host: 'mail_silent' }],
  ['it is no mail server', { code: 'EPROTOCOL' }, { host: 'mail_no_server' }],
  ['it does not encrypt', { code: 'ETLS' }, { protocol: 'mail_tls' }],
  ['it encrypts in another way', { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, { protocol: 'mail_tls' }],
  ['it encrypts in another way', { code: 'ECONNECTION', originalCode: 'ERR_OSSL_EVP_UNSUPPORTED' }, { protocol: 'mail_tls' }],
  ['it refuses the connection', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, { host: 'mail_refused' }],
  ['it refuses the connection', { code: 'ECONNECTION' }, { host: 'mail_refused' }],
  ['nobody vouches for it', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, { host: 'mail_certificate' }],
  ['nobody vouches for its name', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, { host: 'mail_certificate' }],
  ['nobody vouches for it any more', { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, { host: 'mail_certificate' }],
  ['it vouches with something else', { code: 'ESOCKET', originalCode: 7 }, { host: 'mail_certificate' }],
  ['it does not know the password', { code: 'EAUTH' }, { password: 'mail_credentials' }],
  ['it wants a password first', { code: 'EENVELOPE', responseCode: 530 }, { password: 'mail_credentials' }],
  ['it does not take the receiver', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, { email: 'mail_receiver' }],
  ['it does not take the sender', { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, { email: 'mail_sender' }],
  ['something else is wrong', { code: 'ESOMETHING' }, { host: 'mail_failed' }],
])('of a mail server is told that %s: %o', (_, values, problem) => {
  expect(failed(values)).toEqual(problem);
});

test('a server in the network of the portal is refused as one, and what is no error is a failure', () => {
  expect(mailProblem(new PrivateAddress('10.0.0.1'))).toEqual({ host: 'mail_host_private' });
  expect(mailProblem('EAUTH')).toEqual({ host: 'mail_failed' });
});
