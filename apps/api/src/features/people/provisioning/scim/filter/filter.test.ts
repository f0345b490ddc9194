/** Compiled filters find what a plain reading of the filter finds, and hostile ones cost nothing. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { enterpriseUrn, openDirectory } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const unit = await world.unit();
const directory = await openDirectory(world, unit);
let at = Date.now();
/** Each in a second of its own: the limit of calls is another test's. */
const send: typeof directory.send = (...call) => {
  world.setTime(new Date((at += 1100)));
  return directory.send(...call);
};

type Email = { value?: string; type?: string; primary?: boolean };
type Sent = {
  userName: string;
  externalId?: string;
  active: boolean;
  title?: string;
  givenName?: string;
  department?: string;
  emails: Email[];
};

const people: Sent[] = [
  {
    userName: 'ana@a.example',
    externalId: 'E1',
    active: true,
    title: 'Chefe',
    givenName: 'Ana',
    department: 'Vendas',
    emails: [{ value: 'ana@a.example', type: 'work', primary: true }],
  },
  {
    userName: 'BIA@a.example',
    externalId: 'e1',
    active: false,
    title: 'chefe',
    givenName: 'Bia',
    emails: [
      { value: 'bia@a.example', type: 'home' },
      { value: 'bia@b.example', type: 'work' },
    ],
  },
  { userName: 'caio@b.example', active: true, department: 'vendas', emails: [{ value: 'caio@b.example', primary: false }] },
  {
    userName: 'dani@b.example',
    externalId: 'x"y\\z',
    active: false,
    title: '',
    givenName: "D'Ávila",
    department: 'RH',
    emails: [{ value: 'dani@b.example', type: 'other' }],
  },
  {
    userName: 'eva%_@b.example',
    externalId: '100%',
    active: true,
    title: 'a_b%c',
    givenName: 'Eva',
    emails: [{ value: 'eva@b.example', type: 'work', primary: true }],
  },
];
for (const { givenName, department, ...rest } of people) {
  const made = await send('POST', '/Users', {
    ...rest,
    ...(givenName === undefined ? {} : { name: { givenName } }),
    ...(department === undefined ? {} : { [enterpriseUrn]: { department } }),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

// What a filter means, written down once more and as plainly as can be.
type Value = string | boolean | null;
type Place = { path: string; exact: boolean; boolean?: true; read: (person: Sent) => (string | boolean | undefined)[]; many?: true };
const single = (path: string, read: (person: Sent) => string | boolean | undefined, more: Partial<Place> = {}): Place => ({
  path,
  exact: false,
  read: (person) => [read(person)],
  ...more,
});
const places: Place[] = [
  single('userName', ({ userName }) => userName),
  single('externalId', ({ externalId }) => externalId, { exact: true }),
  single('active', ({ active }) => active, { boolean: true }),
  single('title', ({ title }) => title),
  single('name.givenName', ({ givenName }) => givenName),
  single(`${enterpriseUrn}:department`, ({ department }) => department),
  { path: 'emails.value', exact: false, many: true, read: ({ emails }) => emails.map(({ value }) => value) },
  { path: 'emails', exact: false, many: true, read: ({ emails }) => emails.map(({ value }) => value) },
  { path: 'emails.type', exact: false, many: true, read: ({ emails }) => emails.map(({ type }) => type) },
  { path: 'emails.primary', exact: false, boolean: true, many: true, read: ({ emails }) => emails.map(({ primary }) => primary) },
];
const parts: (Place & { of: (email: Email) => string | boolean | undefined })[] = [
  { path: 'value', exact: false, read: () => [], of: ({ value }) => value },
  { path: 'type', exact: false, read: () => [], of: ({ type }) => type },
  { path: 'primary', exact: false, boolean: true, read: () => [], of: ({ primary }) => primary },
];

const isThere = (value: string | boolean | undefined) => value !== undefined && value !== '';
function holds(is: string | boolean | undefined, op: string, wanted: Value, exact: boolean): boolean {
  if (op === 'pr') return isThere(is);
  if (op === 'ne') return !holds(is, 'eq', wanted, exact);
  if (wanted === null) return !isThere(is);
  if (is === undefined) return false;
  if (typeof is === 'boolean' || typeof wanted === 'boolean') return is === wanted;
  const [left, right] = exact ? [is, wanted] : [is.toLowerCase(), wanted.toLowerCase()];
  if (op === 'co') return left.includes(right);
  if (op === 'sw') return left.startsWith(right);
  if (op === 'ew') return left.endsWith(right);
  if (op === 'eq') return left === right;
  return op === 'gt' ? left > right : op === 'ge' ? left >= right : op === 'lt' ? left < right : left <= right;
}

type Drawn = { text: string; finds: (person: Sent) => boolean };
type DrawnPart = { text: string; finds: (email: Email) => boolean };

const words = [
  'ana',
  'ANA@a.example',
  'a',
  '',
  'E1',
  'e1',
  'chefe',
  'work',
  'home',
  '@b.example',
  'Vendas',
  'x"y\\z',
  '%',
  '_',
  "D'Ávila",
  'b%c',
  ') or (true',
];
const ops = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const cased = (text: string) => fc.constantFrom(text, text.toUpperCase(), text[0]?.toUpperCase() + text.slice(1));
const condition = (place: Place) =>
  fc.oneof(
    cased('pr').map((word) => ({ text: `${place.path} ${word}`, op: 'pr', value: null as Value })),
    ...(place.boolean
      ? [
          fc
            .constantFrom('eq', 'ne')
            .chain((op) =>
              fc
                .constantFrom<[string, Value]>(['true', true], ['false', false], ['"True"', true], ['null', null])
                .map(([text, value]) => ({ text: `${place.path} ${op} ${text}`, op, value })),
            ),
        ]
      : [
          fc
            .constantFrom(...ops)
            .chain((op) =>
              fc
                .tuple(cased(op), fc.constantFrom(...words))
                .map(([word, value]) => ({ text: `${place.path} ${word} ${JSON.stringify(value)}`, op, value: value as Value })),
            ),
          fc.constantFrom('eq', 'ne').map((op) => ({ text: `${place.path} ${op} null`, op, value: null as Value })),
        ]),
  );
const plain: fc.Arbitrary<Drawn> = fc.constantFrom(...places).chain((place) =>
  condition(place).map(({ text, op, value }) => ({
    text,
    finds: (person) => {
      const values = place.read(person);
      const equals = value === null ? !values.some(isThere) : values.some((is) => holds(is, 'eq', value, place.exact));
      if (op === 'eq') return equals;
      if (op === 'ne') return !equals;
      return values.some((is) => holds(is, op, value, place.exact));
    },
  })),
);
const part: fc.Arbitrary<DrawnPart> = fc
  .constantFrom(...parts)
  .chain((place) => condition(place).map(({ text, op, value }) => ({ text, finds: (email) => holds(place.of(email), op, value, false) })));
const joined = <T>(
  one: fc.Arbitrary<{ text: string; finds: (of: T) => boolean }>,
): fc.Arbitrary<{ text: string; finds: (of: T) => boolean }> =>
  fc.oneof(
    { weight: 3, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc
        .tuple(one, one)
        .map(([left, right]) => ({ text: `${left.text} and ${right.text}`, finds: (of: T) => left.finds(of) && right.finds(of) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(one, one)
        .map(([left, right]) => ({ text: `(${left.text} OR ${right.text})`, finds: (of: T) => left.finds(of) || right.finds(of) })),
    },
    { weight: 1, arbitrary: one.map(({ text, finds }) => ({ text: `not (${text})`, finds: (of: T) => !finds(of) })) },
  );
const element: fc.Arbitrary<Drawn> = joined(part).map(({ text, finds }) => ({
  text: `emails[${text}]`,
  finds: ({ emails }) => emails.some(finds),
}));
const filters = joined(joined(fc.oneof(plain, element))).chain((first) =>
  fc.option(plain, { nil: null }).map((second): Drawn =>
    // `and` binds more tightly than `or`.
    second === null ? first : { text: `${second.text} or ${first.text}`, finds: (person) => second.finds(person) || first.finds(person) },
  ),
);

test('a compiled filter finds what a plain reading of it finds', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async ({ text, finds }) => {
      const { status, body } = await send('GET', `/Users?filter=${encodeURIComponent(text)}`);
      expect(status, `${text} ${JSON.stringify(body)}`).toBe(200);
      const found = body.Resources.map(({ userName }) => userName).toSorted();
      expect(found, text).toEqual(
        people
          .filter(finds)
          .map(({ userName }) => userName)
          .toSorted(),
      );
      expect(body.totalResults).toBe(found.length);
    }),
    { numRuns: 250 },
  );
});

describe('what Entra and Okta ask', () => {
  const found = async (filter: string) =>
    (await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(({ userName }) => userName);
  test.each<[filter: string, finds: string[]]>([
    ['userName eq "bia@A.example"', ['BIA@a.example']],
    ['USERNAME EQ "bia@A.example"', ['BIA@a.example']],
    ['externalId eq "E1"', ['ana@a.example']],
    ['emails[type eq "work"].value eq "BIA@b.example"', ['BIA@a.example']],
    ['emails[type eq "home"].value eq "bia@b.example"', []],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "caio"', ['caio@b.example']],
    ['userName eq "nobody@a.example"', []],
    ['active eq "True" and title pr', ['ana@a.example', 'eva%_@b.example']],
    ['title eq "chefe" or title eq "a_b%c" and active eq false', ['ana@a.example', 'BIA@a.example']],
    ['meta.created gt "2001-01-01T00:00:00Z" and userName sw "a"', ['ana@a.example']],
    ['meta.created lt "2001-01-01T00:00:00Z"', []],
    ['meta.resourceType eq "User" and userName sw "a"', ['ana@a.example']],
  ])('%s', async (filter, finds) => {
    expect(await found(filter)).toEqual(finds);
  });
});

const big = (count: number) => Array.from({ length: count }, () => 'title eq "x"').join(' or ');
test.each<[what: string, filter: string]>([
  ['nothing behind the name', 'title'],
  ['no value', 'title eq'],
  ['an unknown operator', 'title is "x"'],
  ['an unknown attribute', 'favourite eq "x"'],
  ['a text that does not end', 'title eq "x'],
  ['a text with a broken escape', String.raw`title eq "\q"`],
  ['a word as value', 'title eq chefe'],
  ['a number for a text', 'title eq true'],
  ['true and false in order', 'active gt true'],
  ['something that is neither true nor false', 'active eq "perhaps"'],
  ['a time that is none', 'meta.created gt "yesterday"'],
  ['a part of a time', 'meta.created co "2001-01-01T00:00:00Z"'],
  ['an open bracket', '(title pr'],
  ['a closed bracket', 'title pr)'],
  ['an open list', 'emails[type eq "work"'],
  ['a list in a list', 'emails[value[type pr]]'],
  ['brackets behind a text', 'title[value pr]'],
  ['a complex value alone', 'name eq "x"'],
  ['not without brackets', 'not title pr'],
  ['another sign', 'title = "x"'],
  ['two statements', 'title eq "x"; drop table person'],
  ['__proto__', '__proto__ pr'],
  ['constructor', 'constructor.prototype pr'],
  ['too many conditions', big(41)],
  ['too many brackets', `${'('.repeat(200)}title pr${')'.repeat(200)}`],
  ['too many letters', `title eq "${'x'.repeat(5000)}"`],
])('refuses %s', async (_, filter) => {
  const { status, body } = await send('POST', '/Users/.search', { filter });
  expect([status, body.scimType], JSON.stringify(body)).toEqual([400, 'invalidFilter']);
});

test('never fails over what is sent, whatever it is', async () => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '"',
    '\\',
    'and',
    'or',
    'not',
    'eq',
    'pr',
    'emails',
    'userName',
    '.value',
    'true',
    'null',
    '"a"',
    ':',
    '1e9',
    '\u0000',
    '😀',
    ' ',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join(' ')),
      async (filter) => {
        const { status, body } = await send('POST', '/Users/.search', { filter });
        expect([200, 400], `${filter} ${JSON.stringify(body)}`).toContain(status);
      },
    ),
    { numRuns: 100 },
  );
});
