/** Values of a directory, as they are kept: attributes under their own names, everything else as it was sent. */
import { bodyLimits } from '#platform/http/body.ts';
import type { Attribute, Kind } from './attributes.ts';
import { common, enterprise, extension, groupAttributes, userAttributes } from './attributes.ts';
import { refuse } from './scimError.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

const limits = { text: 8000, elements: 200, name: bodyLimits.keysOfAnObject };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without a prototype has no names but its own. */
export const bare = (): JsonObject => Object.create(null) as JsonObject;

const wrong = (name: string, what: string): never => refuse(400, 'invalidValue', `The value of ${name} ${what}.`);

/** True and false, also as texts, however they are written. */
function asBoolean(name: string, value: Json): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : wrong(name, 'is neither true nor false');
}

function asText(name: string, value: Json): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return wrong(name, 'is no text');
  return text.length > limits.text ? wrong(name, 'is too long') : text;
}

function simple(attribute: Attribute, value: Json): Json {
  if (attribute.type === 'boolean') return asBoolean(attribute.name, value);
  const text = asText(attribute.name, value);
  return attribute.type === 'dateTime' && Number.isNaN(Date.parse(text)) ? wrong(attribute.name, 'is no time') : text;
}

/** A complex value; a text alone stands for its `value`. What the schema does not know is left out. */
function complexOf(attribute: Attribute, value: Json): JsonObject | null {
  const given = isObject(value) ? value : { value };
  const kept = bare();
  for (const [name, part] of Object.entries(given)) {
    const sub = attribute.sub.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!sub) {
      if (!isObject(value)) wrong(attribute.name, 'is no object');
      continue;
    }
    const read = kept[sub.name] === undefined ? canonical(sub, part) : wrong(attribute.name, `names ${sub.name} twice`);
    if (read !== null) kept[sub.name] = read;
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

const one = (attribute: Attribute, value: Json): Json =>
  attribute.type === 'complex' ? complexOf(attribute, value) : simple(attribute, value);

/** A value as it is kept; null where there is none. */
export function canonical(attribute: Attribute, value: Json): Json {
  if (value === null) return null;
  if (!attribute.multi) return one(attribute, Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value);
  const elements = [value].flat().filter((element) => element !== null);
  if (attribute.name !== 'members' && elements.length > limits.elements) wrong(attribute.name, 'has too many elements');
  const read = elements.map((element) => one(attribute, element as Json)).filter((element) => element !== null);
  if (read.filter((element) => isObject(element) && element['primary'] === true).length > 1)
    wrong(attribute.name, 'has two primary elements');
  return read.length === 0 ? null : read;
}

/** A body of a user or a group. What only the portal writes is left out, and so is what no schema knows. */
export function resourceOf(kind: Kind, body: Json | undefined): JsonObject {
  if (!isObject(body)) return refuse(400, 'invalidSyntax', 'The body is no object.');
  const known = [...common, ...(kind === 'user' ? [...userAttributes, extension] : groupAttributes)];
  const kept = bare();
  for (const [name, value] of Object.entries(body)) {
    const attribute = known.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (!attribute || attribute.mutability === 'readOnly') continue;
    if (kept[attribute.name] !== undefined) wrong(attribute.name, 'is named twice');
    const read = canonical(attribute, value);
    if (read !== null) kept[attribute.name] = read;
  }
  return kept;
}

export const textAt = (resource: JsonObject, name: string): string | null => {
  const value = resource[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

export const objectAt = (resource: JsonObject, name: string): JsonObject => {
  const value = resource[name];
  return isObject(value) ? value : bare();
};

export const listAt = (resource: JsonObject, name: string): JsonObject[] => {
  const value = resource[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

export const extensionOf = (resource: JsonObject): JsonObject => objectAt(resource, enterprise);
