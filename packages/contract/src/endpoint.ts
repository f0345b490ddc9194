/**
 * An endpoint is a value: the server mounts it, the web calls it, and OpenAPI, the permission matrix and the fuzz
 * tests are generated from it. Nothing else in the house describes the wire.
 */
import { z } from 'zod';
import type { Capability, Right } from './capabilities.ts';

/**
 * Who may call: `public` needs no session, `session` any signed-in person (only for their own things),
 * otherwise a right of the capability table, checked by role, flags and settings before the handler runs.
 */
export type Access = 'public' | 'session' | { capability: Capability; right: Right };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names in a path: `/api/reports/:id/grants/:grant_id` has `id` and `grant_id`. */
type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type NoFields = Record<string, never>;

export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Can extends Access = Access,
> = {
  method: Method;
  /** Fastify's form, from `/api`. A `:name` is a UUID unless `params` says otherwise. */
  path: Path;
  can: Can;
  /** One line for a developer reading `/docs`. */
  summary: string;
  /** Success status; without it 200, or 204 when there is no answer. */
  status: number;
  params: z.ZodType;
  query: Query;
  body: Body;
  answer: Answer;
  /** True when success is told by the status alone. */
  silent: boolean;
  /** Longest body, where it is more than the usual megabyte. */
  max_bytes: number | null;
  /** Whether a screen on a wall may call it. A screen's session reaches nothing else. */
  screens: boolean;
  /** Whether somebody may call it who has terms to accept first. */
  before_terms: boolean;
  /** The action under which changes stand in the audit log, such as `report_group.update`. Reads have none. */
  audit: string | null;
};

type Definition<Path extends string, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType, Can extends Access> = {
  method: Method;
  path: Path;
  can: Can;
  summary: string;
  status?: number;
  params?: z.ZodType;
  query?: Query;
  body?: Body;
  answer?: Answer;
  audit?: string;
  screens?: boolean;
  before_terms?: boolean;
  max_bytes?: number;
};

const nothing = z.strictObject({});

/** Defines an endpoint. Unknown fields of query and body are refused, never dropped. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodType = z.ZodType<NoFields>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType<undefined>,
  const Can extends Access = Access,
>(definition: Definition<Path, Query, Body, Answer, Can>): Endpoint<Path, Query, Body, Answer, Can> {
  const names = [...definition.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] as string);
  return {
    ...definition,
    status: definition.status ?? (definition.answer ? 200 : 204),
    params: definition.params ?? z.strictObject(Object.fromEntries(names.map((name) => [name, z.guid()]))),
    // A part that is left out has the type that its parameter defaults to; the compiler cannot conclude that, so it is said.
    query: definition.query ?? (nothing as unknown as Query),
    body: definition.body ?? (z.undefined() as unknown as Body),
    answer: definition.answer ?? (z.undefined() as unknown as Answer),
    silent: !definition.answer,
    screens: definition.screens ?? false,
    before_terms: definition.before_terms ?? false,
    audit: definition.audit ?? null,
    max_bytes: definition.max_bytes ?? null,
  };
}

/** What a handler receives, parsed. */
export type Input<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body>
    ? { params: { [Name in PathNames<Path>]: string }; query: z.output<Query>; body: z.output<Body> }
    : never;

/** What a handler returns and a caller receives. */
export type Answer<E extends Endpoint> = z.output<E['answer']>;

/** What a caller passes: only the parts that the endpoint has. */
export type Request<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body>
    ? ([PathNames<Path>] extends [never] ? unknown : { params: { [Name in PathNames<Path>]: string } }) &
        (NoFields extends z.input<Query> ? { query?: z.input<Query> } : { query: z.input<Query> }) &
        (undefined extends z.input<Body> ? unknown : { body: z.input<Body> })
    : never;
