import { expect, test } from 'vitest';
import { automaticMail, isForged } from './automaticMail.rules.ts';

const of = (headers: Record<string, string>, from = 'ana@cliente.example') =>
  automaticMail(
    Object.entries(headers).map(([key, value]) => ({ key, value })),
    { from, host: 'portal.example' },
  );

test.each([
  [{}, null],
  [{ 'auto-submitted': 'no' }, null],
  [{ 'auto-submitted': 'No (by hand)' }, null],
  [{ precedence: 'first-class' }, null],
  [{ 'return-path': '<ana@cliente.example>' }, null],
  [{ 'message-id': '<x@mail.portal.example.com>' }, null],
  [{ 'auto-submitted': 'auto-replied; owner-email="a@b"' }, 'automatic'],
  [{ precedence: 'Junk' }, 'automatic'],
  [{ 'x-autoreply': 'yes' }, 'automatic'],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, 'bounce'],
  [{ 'return-path': ' <> ' }, 'bounce'],
  [{ 'list-unsubscribe': '<mailto:x@y>' }, 'list'],
  [{ 'message-id': '<0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b@portal.example>' }, null],
  [{ 'message-id': '<0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b@PORTAL.example>' }, 'own'],
  [{ 'x-portal-mail': 'reset' }, 'own'],
] as const)('%o is %s', (headers, reason) => {
  expect(of(headers)).toBe(reason);
});

test.each(['MAILER-DAEMON@x.example', 'no-reply@x.example', 'noreply+1@x.example', 'bounces-7=a@x.example', 'postmaster@x.example'])(
  '%s is nobody’s hand',
  (from) => {
    expect(of({}, from)).toBe('bounce');
  },
);

test('of what servers found out, only the last one is believed', () => {
  const said = (...values: string[]) => isForged(values.map((value) => ({ key: 'authentication-results', value })));
  expect(said()).toBe(false);
  expect(said('mx.x; dmarc=pass', 'mx.y; dmarc=fail')).toBe(false);
  expect(said('mx.x; spf=pass; dmarc=fail (p=none)', 'mx.y; dmarc=pass')).toBe(true);
  expect(said('mx.x; comment=dmarc=failure')).toBe(false);
});
