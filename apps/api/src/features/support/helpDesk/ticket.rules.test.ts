import { expect, test } from 'vitest';
import { mayEdit, mayRate, ticketCan } from './ticket.rules.ts';

const now = new Date('2026-11-25T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const open = {
  state: 'open',
  level: 'unit',
  opened_by: 'ana',
  assigned_to: null,
  resolved_at: null,
  archived_at: null,
  merged_into_id: null,
} as const;
const resolved = (days: number) => ({ ...open, state: 'resolved', resolved_at: daysAgo(days) }) as const;

const opener = { person_id: 'ana', works: false, oversees: false, side: 'unit' } as const;
const agent = { person_id: 'davi', works: true, oversees: true, side: 'unit' } as const;
const administrator = { person_id: 'eva', works: false, oversees: true, side: 'unit' } as const;
const ofPartner = { ...agent, person_id: 'gil', side: 'partner' } as const;
const ofOperator = { ...agent, person_id: 'olga', oversees: false, side: 'operator' } as const;

const allowed = (...asked: Parameters<typeof ticketCan>) =>
  Object.entries(ticketCan(...asked))
    .flatMap(([name, may]) => (may ? [name] : []))
    .sort();

test.each([
  ['who opened it writes and marks it as resolved', open, opener, ['reply', 'resolve']],
  [
    'an agent does everything but open it again',
    open,
    agent,
    ['assign', 'edit', 'escalate', 'merge', 'note', 'reply', 'resolve', 'take', 'tie'],
  ],
  [
    'who has it does not take it',
    { ...open, state: 'in_progress', assigned_to: 'davi' } as const,
    agent,
    ['assign', 'edit', 'escalate', 'merge', 'note', 'reply', 'resolve', 'tie'],
  ],
  ['an administrator without the flag gives it to somebody', open, administrator, ['assign']],
  ['an administrator’s own ticket is followed as by anybody', { ...open, opened_by: 'eva' }, administrator, ['assign', 'reply', 'resolve']],
  [
    'what was escalated is not escalated again by the unit',
    { ...open, level: 'partner' } as const,
    agent,
    ['assign', 'edit', 'merge', 'note', 'reply', 'resolve', 'take', 'tie'],
  ],
  [
    'and goes on by the partner',
    { ...open, level: 'partner' } as const,
    ofPartner,
    ['assign', 'edit', 'escalate', 'merge', 'note', 'reply', 'resolve', 'take', 'tie'],
  ],
  ['from the operator it goes nowhere', { ...open, level: 'operator' } as const, ofOperator, ['note', 'reply', 'resolve', 'take']],
  ['within seven days whoever opened it opens it again', resolved(7), opener, ['reopen', 'reply']],
  ['later only in a new ticket', resolved(7.01), opener, ['follow']],
  ['an agent opens it again at any time', resolved(20), agent, ['edit', 'merge', 'note', 'reopen', 'reply']],
  ['nothing is done with what was put away', { ...resolved(40), archived_at: daysAgo(1) }, agent, []],
  ['nothing is done with what is part of another', { ...resolved(1), merged_into_id: 'other' }, agent, []],
  ['nor by whoever opened it', { ...resolved(1), merged_into_id: 'other' }, opener, []],
  ['whoever follows it writes, and leaves the rest to others', { ...open, opened_by: 'bia', watches: true }, opener, ['reply']],
  ['and opens it again within seven days', { ...resolved(7), opened_by: 'bia', watches: true }, opener, ['reopen', 'reply']],
  ['but whoever opened it goes on in a new ticket', { ...resolved(40), archived_at: daysAgo(1) }, opener, ['follow']],
])('%s', (_what, ticket, stand, expected) => {
  expect(allowed(ticket, stand, now)).toEqual(expected);
});

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  ['the own words, for a quarter of an hour', { kind: 'said', person_id: 'ana', created_at: minutesAgo(15) }, null, true],
  ['a note as well', { kind: 'note', person_id: 'ana', created_at: minutesAgo(1) }, null, true],
  ['not later', { kind: 'said', person_id: 'ana', created_at: minutesAgo(15.1) }, null, false],
  ['not the words of others', { kind: 'said', person_id: 'eva', created_at: minutesAgo(1) }, null, false],
  ['not what happened', { kind: 'event', person_id: 'ana', created_at: minutesAgo(1) }, null, false],
  ['not once it was put away', { kind: 'said', person_id: 'ana', created_at: minutesAgo(1) }, minutesAgo(0), false],
] as const)('edits %s', (_what, entry, archived_at, expected) => {
  expect(mayEdit(entry, 'ana', { archived_at, merged_into_id: null }, now)).toBe(expected);
  expect(mayEdit(entry, 'ana', { archived_at, merged_into_id: 'other' }, now)).toBe(false);
});

const rated = (days: number) => ({ rated_at: daysAgo(days), resolved_at: daysAgo(20) });

test.each([
  ['what is not resolved is not asked about', open, null, 'ana', false],
  ['a solution is asked about, however late', resolved(400), null, 'ana', true],
  ['also once it was put away', { ...resolved(40), archived_at: daysAgo(1) }, null, 'ana', true],
  ['nobody is asked about what is part of another', { ...resolved(1), merged_into_id: 'other' }, null, 'ana', false],
  ['nobody but who opened it is asked', resolved(1), null, 'davi', false],
  ['the answer may be changed for two weeks', resolved(20), rated(14), 'ana', true],
  ['and not later', resolved(20), rated(14.01), 'ana', false],
  ['what was said of the solution before asks anew', resolved(3), rated(18), 'ana', true],
] as const)('%s', (_what, ticket, rating, me, expected) => {
  expect(mayRate(ticket, rating, me, now)).toBe(expected);
});
