/** Where an endpoint takes ids, and an example of what it takes: read from its schemas, so that no endpoint can be forgotten. */
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { z } from 'zod';

type Part = 'params' | 'query' | 'body';
/** A place for an id: `body.members.0.id` has the name `id`. */
export type Slot = { part: Part; path: string[]; name: string };
type Schema = z.core.JSONSchema.JSONSchema;

export type Example = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

const schemaOf = (endpoint: Endpoint, part: Part): Schema => z.toJSONSchema(endpoint[part], { io: 'input', unrepresentable: 'any' });

const isId = (schema: Schema): boolean => schema.format === 'uuid' || (schema.anyOf ?? []).some((choice) => isId(choice));

function* idsIn(schema: Schema, part: Part, path: string[]): Generator<Slot> {
  if (isId(schema)) yield { part, path, name: path.findLast((step) => !/^\d+$/.test(step)) ?? '' };
  else if (schema.type === 'object') {
    for (const [key, property] of Object.entries(schema.properties ?? {}))
      if (typeof property === 'object') yield* idsIn(property, part, [...path, key]);
  } else if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    yield* idsIn(schema.items, part, [...path, '0']);
  else for (const choice of schema.anyOf ?? []) yield* idsIn(choice, part, path);
}

/** Every place of an endpoint that takes an id, in path, query and body, however deep. */
export const slotsOf = (endpoint: Endpoint): Slot[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => [...idsIn(schemaOf(endpoint, part), part, [])]);

/** What an endpoint takes, made from its schemas; `id` gives the ids, null leaves a slot out. */
export function exampleOf(endpoint: Endpoint, text: string, id: (slot: Slot) => string | null): Example {
  const make = (schema: Schema, part: Part, path: string[]): unknown => {
    if (isId(schema)) return id({ part, path, name: path.findLast((step) => !/^\d+$/.test(step)) ?? '' });
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.default !== undefined && schema.type !== 'object') return schema.default;
    const [first] = schema.anyOf ?? [];
    if (first) return make(first, part, path);
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).flatMap(([key, property]): [string, unknown][] => {
            if (typeof property !== 'object') return [];
            if (!(schema.required ?? []).includes(key) && !isId(property)) return [];
            const value = make(property, part, [...path, key]);
            return value === null && isId(property) && property.type === 'string' ? [] : [[key, value]];
          }),
        );
      case 'array':
        return typeof schema.items === 'object' && !Array.isArray(schema.items) ? [make(schema.items, part, [...path, '0'])] : [];
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1);
      case 'boolean':
        return true;
      case 'string':
        return text;
      default:
        return undefined;
    }
  };
  const all = (part: Part) => make(schemaOf(endpoint, part), part, []);
  return { params: (all('params') ?? {}) as Example['params'], query: (all('query') ?? {}) as Example['query'], body: all('body') };
}

/** The example with another id in one slot; a list keeps its own entry beside the foreign one. */
export function withId(example: Example, { part, path }: Slot, id: string): Example {
  const changed = structuredClone(example);
  const last = path.at(-1) ?? '';
  // A list that the example leaves to its default begins here.
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((value, step, at) => ((value as Record<string, unknown>)[step] ??= path[at + 1] === '0' ? [] : {}), changed[part]);
  if (Array.isArray(holder)) holder.push(id);
  else (holder as Record<string, unknown>)[last] = id;
  return changed;
}
