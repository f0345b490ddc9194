import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { answerAddress, answerMark, isMarkOf, markIn, markLength, markOfMail } from './answering.ts';

const key = () => randomBytes(32).toString('base64');
const keys = [key()];
const secrets = openSecrets(keys);
const named = { ticket_id: randomUUID(), person_id: randomUUID() };
const mark = answerMark(secrets, named);

test('an address names its ticket, and is signed for one person', () => {
  for (const ticket_id of [named.ticket_id, '00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    const address = answerAddress('box@x.example', answerMark(secrets, { ...named, ticket_id }));
    const found = markIn('box@x.example', address);
    expect(found?.ticket_id).toBe(ticket_id);
    expect(found && isMarkOf(secrets, found, named.person_id)).toBe(true);
    expect(found && isMarkOf(secrets, found, randomUUID())).toBe(false);
  }
  expect(mark).toHaveLength(markLength);
});

test('the longest name of a mailbox has room for it', () => {
  expect(answerAddress(`${'b'.repeat(20)}@x.example`, mark).split('@')[0]?.length).toBeLessThanOrEqual(64);
});

test.each(['box@x.example', '*@tickets.example', 'ticket-*@x.example', 'ticket*s@x.example'])(
  '%s takes it, and no other address does',
  (mailbox) => {
    const address = answerAddress(mailbox, mark);
    expect(markIn(mailbox, address)?.ticket_id).toBe(named.ticket_id);
    expect(markIn(mailbox, address.replace('example', 'elsewhere'))).toBeNull();
    expect(markIn(mailbox, `a${address}`)).toBeNull();
    expect(markIn(mailbox, mailbox)).toBeNull();
  },
);

test('it holds when the master key is replaced, and not under another one', () => {
  const found = markIn('box@x.example', answerAddress('box@x.example', mark));
  if (!found) throw new Error('There is no mark');
  expect(isMarkOf(openSecrets([key(), ...keys]), found, named.person_id)).toBe(true);
  expect(isMarkOf(openSecrets([key()]), found, named.person_id)).toBe(false);
  expect(isMarkOf(secrets, { ...found, signature: '0'.repeat(16) }, named.person_id)).toBe(false);
  expect(isMarkOf(secrets, { ...found, ticket_id: randomUUID() }, named.person_id)).toBe(false);
});

test('the number of a mail says the same, where it is one of ours', () => {
  expect(markOfMail(`<0190.${mark}@portal.example>`, 'portal.example')?.ticket_id).toBe(named.ticket_id);
  expect(markOfMail(`<0190.${mark}@elsewhere.example>`, 'portal.example')).toBeNull();
  expect(markOfMail('<0190@portal.example>', 'portal.example')).toBeNull();
});
