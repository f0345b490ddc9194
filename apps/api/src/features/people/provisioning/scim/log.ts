/** The log of provisioning: a line for everything that a directory wanted to change. Questions are no lines. */
import type { Asked, Outcome, ScimChange } from '@vitrine/contract/people/provisioning.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Ask } from './ask.ts';
import type { Kind } from './attributes.ts';
import type { ScimError } from './scimError.ts';
import type { Json, JsonObject } from './values.ts';
import { isObject } from './values.ts';

export type Line = {
  kind: Kind;
  object_id: string | null;
  name: string;
  user_name?: string;
  asked: Asked;
  outcome: Outcome;
  refusal?: ScimError;
  changes?: ScimChange[];
  added?: readonly string[];
  removed?: readonly string[];
};

const limits = { text: 300, people: 200, changes: 60 };
const short = (text: string) => (text.length > limits.text ? `${text.slice(0, limits.text)}…` : text).toWellFormed();

export function logged({ token, now }: Ask, line: Line): Statement {
  const { kind, object_id, name, user_name = '', asked, outcome, refusal, changes = [], added = [], removed = [] } = line;
  return sql`
    insert into scim_log (tenant_id, at, token_id, token_name, rehearsal, kind, object_id, name, user_name, asked, outcome, reason, detail, changes, added, removed)
    values (${ownTenant}, ${now()}, ${token.id}, ${token.name}, ${token.rehearsal}, ${kind}, ${object_id}, ${short(name)}, ${short(user_name)},
      ${asked}, ${outcome}, ${refusal?.reason ?? null}, ${refusal ? short(refusal.message) : null},
      ${JSON.stringify(changes.slice(0, limits.changes))}, ${added.slice(0, limits.people)}::uuid[], ${removed.slice(0, limits.people)}::uuid[])`;
}

/** The parts of an element in one order, its value first: the database keeps another than the directory. What holds is named, what does not is left out. */
const elementText = (element: Json): string =>
  flat(element, '')
    .filter(([, text]) => text !== 'false')
    .toSorted(([left], [right]) => Number(right === 'value') - Number(left === 'value') || (left < right ? -1 : 1))
    .map(([path, text]) => (text === 'true' ? path : text))
    .join(' · ');

/** Values by their paths, as the log tells them. */
function flat(value: Json | undefined, path: string): [path: string, text: string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map((element) => [path, elementText(element)]);
  if (isObject(value)) return Object.entries(value).flatMap(([name, part]) => flat(part, path === '' ? name : `${path}.${name}`));
  return [[path, String(value)]];
}

function texts(resource: JsonObject): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(resource)) {
    const isExtension = name.startsWith('urn:');
    for (const [path, text] of flat(value, isExtension ? '' : name)) all.set(path, all.has(path) ? `${all.get(path)}; ${text}` : text);
  }
  return all;
}

const secret = new Set(['password']);

/** What differs, in the names of the directory. */
export function changesBetween(before: JsonObject, after: JsonObject): ScimChange[] {
  const [was, is] = [texts(before), texts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => was.get(field) !== is.get(field) && !secret.has(field))
    .map((field) => ({ field, before: orNull(was.get(field)), after: orNull(is.get(field)) }));
}

const orNull = (text: string | undefined): string | null => (text === undefined ? null : short(text));
