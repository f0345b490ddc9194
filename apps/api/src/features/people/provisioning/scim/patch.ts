/**
 * PATCH (RFC 7644, 3.5.2) in the dialects of Entra, without and with its flag, and Okta: operations in any letter case, booleans as texts,
 * one operation without a path whose names are paths, members removed by a list of values. All operations hold or none.
 */
import type { Attribute, Kind, Place } from './attributes.ts';
import { enterprise, extension, placeOf } from './attributes.ts';
import { matches } from './filter/matches.ts';
import type { Filter } from './filter/parse.ts';
import { parseElementFilter } from './filter/parse.ts';
import { refuse } from './scimError.ts';
import type { Json, JsonObject } from './values.ts';
import { bare, canonical, isObject } from './values.ts';

type Verb = 'add' | 'replace' | 'remove';
type Target = { place: Place; filter: Filter | null; verb: Verb; value: Json | undefined };

/** Members are many, so what happens to them is told instead of done. */
export type MemberChange = { is: Verb; ids: string[] } | { is: 'removeWhere'; filter: Filter };

const limits = { operations: 1000, path: 1000 };
const verbs: readonly Verb[] = ['add', 'replace', 'remove'];

const valueOf = (object: JsonObject, name: string): Json | undefined =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];

function operationsOf(body: Json | undefined): { verb: Verb; path: string | null; value: Json | undefined }[] {
  const operations = isObject(body) ? valueOf(body, 'operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0) return refuse(400, 'invalidSyntax', 'There are no Operations.');
  if (operations.length > limits.operations) return refuse(413, 'tooMany', 'There are too many Operations.');
  return operations.map((operation) => {
    if (!isObject(operation)) return refuse(400, 'invalidSyntax', 'An operation is no object.');
    const op = valueOf(operation, 'op');
    const verb = typeof op === 'string' ? verbs.find((known) => known === op.toLowerCase()) : undefined;
    if (!verb) return refuse(400, 'invalidSyntax', 'The op is none of add, replace and remove.');
    const path = valueOf(operation, 'path') ?? null;
    if (path !== null && (typeof path !== 'string' || path.length > limits.path))
      return refuse(400, 'invalidPath', 'The path is no text, or too long.');
    return { verb, path: path?.trim() ? path.trim() : null, value: valueOf(operation, 'value') };
  });
}

/** `emails[type eq "work"].value`: what stands before, in and behind the brackets. */
function partsOf(path: string): { outer: string; inner: string | null; behind: string | null } {
  const [open, close] = [path.indexOf('['), path.lastIndexOf(']')];
  if (open < 0 || close < open) return { outer: path, inner: null, behind: null };
  const rest = path.slice(close + 1);
  if (rest !== '' && !rest.startsWith('.')) refuse(400, 'invalidPath', 'The path cannot be read.');
  return { outer: path.slice(0, open), inner: path.slice(open + 1, close), behind: rest === '' ? null : rest.slice(1) };
}

function targetOf(kind: Kind, verb: Verb, path: string, value: Json | undefined): Target {
  const { outer, inner, behind } = partsOf(path);
  const place = placeOf(kind, behind === null ? outer : `${outer}.${behind}`);
  if (!place) return refuse(400, 'invalidPath', `There is no attribute ${path.slice(0, 120)}.`);
  if (inner === null) return { place, filter: null, verb, value };
  if (!place.attribute.multi) return refuse(400, 'invalidPath', 'Brackets stand behind a list alone.');
  return { place, filter: parseElementFilter(inner, place.attribute, kind), verb, value };
}

/** Named again in a body without a path, although nobody may change it: the id that Okta repeats, and what only the portal writes. */
const repeated = new Set(['schemas', 'meta', 'groups']);

function targetsOf(kind: Kind, id: string, { verb, path, value }: ReturnType<typeof operationsOf>[number]): Target[] {
  if (path !== null) return [targetOf(kind, verb, path, value)];
  if (verb === 'remove') return refuse(400, 'noTarget', 'A removal needs a path.');
  if (!isObject(value)) return refuse(400, 'invalidSyntax', 'Without a path the value is an object.');
  return Object.entries(value).flatMap(([name, part]) => {
    if (repeated.has(name.toLowerCase())) return [];
    if (name.toLowerCase() === 'id') return part === id ? [] : refuse(400, 'mutability', 'The id cannot be changed.');
    return [targetOf(kind, verb, name, part)];
  });
}

/** What holds the attribute: the resource, or the extension in it. */
function holderOf(resource: JsonObject, extended: boolean): JsonObject {
  if (!extended) return resource;
  const there = resource[enterprise];
  const holder = isObject(there) ? there : bare();
  resource[enterprise] = holder;
  return holder;
}

function put(holder: JsonObject, name: string, value: Json): void {
  const isNothing = value === null || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
  if (isNothing) delete holder[name];
  else holder[name] = value;
}

const same = (left: Json, right: Json): boolean => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
const sorted = (value: Json): Json =>
  isObject(value)
    ? Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .flat()
    : value;

const listOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Of a list at most one element is the first: the one that came last. */
function onePrimary(elements: JsonObject[], latest: JsonObject): JsonObject[] {
  if (latest['primary'] !== true) return elements;
  return elements.map((element) => (element === latest || element['primary'] !== true ? element : { ...element, primary: false }));
}

function addTo(before: readonly JsonObject[], added: readonly JsonObject[]): JsonObject[] {
  return added.reduce<JsonObject[]>(
    (elements, element) => (elements.some((one) => same(one, element)) ? elements : onePrimary([...elements, element], element)),
    [...before],
  );
}

/** The element that a filter describes, where there is none yet: Entra adds to `emails[type eq "work"].value` before there is a list. */
function describedBy(filter: Filter): JsonObject | null {
  const conditions = filter.is === 'and' ? filter.parts : [filter];
  const element = bare();
  for (const condition of conditions) {
    if (condition.is !== 'compare' || condition.operator !== 'eq' || condition.value === null) return null;
    element[condition.place.attribute.name] = condition.value;
  }
  return element;
}

const withPart = (element: JsonObject, sub: Attribute | null, value: Json): JsonObject => {
  const changed = Object.assign(bare(), element);
  if (sub === null) return Object.assign(changed, isObject(value) ? value : {});
  put(changed, sub.name, value);
  return changed;
};

function applyToElements(holder: JsonObject, { place: { attribute, sub }, verb, value }: Target, filter: Filter): void {
  const elements = listOf(holder[attribute.name]);
  const isMeant = (element: JsonObject) => matches(element, filter);
  if (verb === 'remove' && sub === null)
    return put(
      holder,
      attribute.name,
      elements.filter((element) => !isMeant(element)),
    );
  const written = verb === 'remove' ? null : canonical(sub ?? { ...attribute, multi: false }, value ?? null);
  if (elements.some(isMeant)) {
    let latest: JsonObject | null = null;
    const changed = elements.map((element) => (isMeant(element) ? (latest = withPart(element, sub, written)) : element));
    return put(holder, attribute.name, latest === null ? changed : onePrimary(changed, latest));
  }
  if (verb === 'remove') return;
  const described = verb === 'add' ? describedBy(filter) : null;
  if (described === null) return refuse(400, 'noTarget', `No element of ${attribute.name} fulfils the filter.`);
  put(holder, attribute.name, addTo(elements, [withPart(described, sub, written)]));
}

const keyOf = ({ value }: JsonObject): string => (typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value ?? null));

/** Elements that a removal names by their values. */
function without(elements: readonly JsonObject[], attribute: Attribute, value: Json): JsonObject[] {
  const named = new Set(listOf(canonical(attribute, value)).map(keyOf));
  return elements.filter((element) => !named.has(keyOf(element)));
}

function applyToList(holder: JsonObject, { place: { attribute, sub }, verb, value }: Target): void {
  const elements = listOf(holder[attribute.name]);
  if (sub !== null) {
    const written = verb === 'remove' ? null : canonical(sub, value ?? null);
    const changed = elements.map((element) => withPart(element, sub, written));
    return put(holder, attribute.name, changed.length === 0 && written !== null ? [withPart(bare(), sub, written)] : changed);
  }
  if (verb === 'remove')
    return put(holder, attribute.name, value === undefined || value === null ? null : without(elements, attribute, value));
  const written = listOf(canonical(attribute, value ?? null));
  put(holder, attribute.name, verb === 'add' ? addTo(elements, written) : written);
}

/** The extension as one object: its parts are written one by one. */
function applyToExtension(resource: JsonObject, verb: Verb, value: Json | undefined): void {
  if (verb === 'remove') return put(resource, enterprise, null);
  const written = canonical(extension, value ?? null);
  const before = resource[enterprise];
  put(resource, enterprise, isObject(before) && isObject(written) ? { ...before, ...written } : written);
}

function applyToSingle(holder: JsonObject, { place: { attribute, sub }, verb, value }: Target): void {
  const before = holder[attribute.name];
  const written = verb === 'remove' ? null : canonical(sub ?? attribute, value ?? null);
  if (sub === null) return put(holder, attribute.name, isObject(before) && isObject(written) ? { ...before, ...written } : written);
  put(holder, attribute.name, withPart(isObject(before) ? before : bare(), sub, written));
}

function apply(resource: JsonObject, target: Target): void {
  const { place, filter, verb, value } = target;
  const { attribute, sub, extended } = place;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    refuse(400, 'mutability', `${attribute.name} cannot be changed.`);
  if (verb !== 'remove' && value === undefined) refuse(400, 'invalidValue', 'The operation has no value.');
  if (attribute === extension) return applyToExtension(resource, verb, value);
  const holder = holderOf(resource, extended);
  if (filter !== null) applyToElements(holder, target, filter);
  else if (attribute.multi) applyToList(holder, target);
  else applyToSingle(holder, target);
  if (extended && Object.keys(holder).length === 0) delete resource[enterprise];
}

const idsOf = (attribute: Attribute, value: Json): string[] =>
  listOf(canonical(attribute, value)).map(({ value: member }) =>
    typeof member === 'string' ? member : refuse(400, 'invalidValue', 'A member has no value.'),
  );

function memberChangeOf({ place: { attribute, sub }, filter, verb, value }: Target): MemberChange {
  if (sub !== null) return refuse(400, 'mutability', 'Of a member nothing can be changed.');
  if (filter !== null && verb === 'remove') return { is: 'removeWhere', filter };
  if (filter !== null) return refuse(400, 'invalidPath', 'Members are added by their values.');
  if (verb === 'remove' && (value === undefined || value === null)) return { is: 'replace', ids: [] };
  return { is: verb, ids: idsOf(attribute, value ?? null) };
}

const copied = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(copied)
    : isObject(value)
      ? Object.assign(bare(), Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied(part)])))
      : value;

/** The resource after all operations, and what happens to the members of a group. The one before stays as it is. */
export function patched(
  kind: Kind,
  id: string,
  before: JsonObject,
  body: Json | undefined,
): { after: JsonObject; members: MemberChange[] } {
  const after = copied(before) as JsonObject;
  const members: MemberChange[] = [];
  for (const operation of operationsOf(body)) {
    for (const target of targetsOf(kind, id, operation)) {
      if (target.place.attribute.name === 'members') members.push(memberChangeOf(target));
      else apply(after, target);
    }
  }
  return { after, members };
}
