/**
 * An endpoint is a value: the server mounts it, the web calls it, and OpenAPI, the permission matrix and the fuzz
 * tests are generated from it. Nothing else describes what is said between browser and server.
 */
import { z } from 'zod';
import type { Capability, Right } from './capabilities.ts';
import type { ObjectCodec } from './wire.ts';

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

type Wire = { query?: ObjectCodec; body?: ObjectCodec; answer?: ObjectCodec };

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
  /** Size limit of the body: a form's for strangers, a megabyte for people who are signed in, unless it says otherwise. */
  max_bytes: number;
  /** Whether the session of a display (a screen that shows a playlist by a link) may call it. Such a session can call nothing else. */
  screens: boolean;
  /** Whether the session of an embedded page calls it. Such a session can call nothing else, and nobody else calls it. */
  embedded: boolean;
  /** Whether a person who still has terms to accept may call it. */
  before_terms: boolean;
  /** Whether it answers as the platform does, on whatever host it is called, without asking the database whose host that is. */
  any_host: boolean;
  /** Whether it answers once: a GET that writes down that it was asked. All others are read-only. */
  once: boolean;
  /** Whether it reads what may be a little behind: at the standby, where the installation has one. A GET. */
  may_lag: boolean;
  /**
   * For somebody who acts for a person (remote access). `reads`: allowed while only looking, though it is no GET; `full`: a personal
   * matter that may be done for somebody all the same. Without it, looking allows GETs, and personal matters are the person's alone.
   */
  acting: 'reads' | 'full' | null;
  /** The action under which changes stand in the audit log, such as `report_group.update`. Reads have none. */
  audit: string | null;
  /** How query, body and answer are called on the wire, where that is not as in code. */
  wire: Wire;
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
  embedded?: boolean;
  before_terms?: boolean;
  any_host?: boolean;
  once?: boolean;
  may_lag?: boolean;
  acting?: 'reads' | 'full';
  max_bytes?: number;
  wire?: Wire;
};

/** What a form of a stranger needs. */
export const publicBytes = 8 * 1024;
const usualBytes = 1024 * 1024;

const nothing = z.strictObject({});

/** What an endpoint is that says nothing else. */
const defaults = {
  screens: false,
  embedded: false,
  before_terms: false,
  any_host: false,
  once: false,
  may_lag: false,
  acting: null,
  audit: null,
  wire: {},
};

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
    ...defaults,
    ...definition,
    status: definition.status ?? (definition.answer ? 200 : 204),
    params: definition.params ?? z.strictObject(Object.fromEntries(names.map((name) => [name, z.guid()]))),
    // A part that is left out has its type parameter's default type; the compiler cannot infer that, hence the assertion.
    query: definition.query ?? (nothing as unknown as Query),
    body: definition.body ?? (z.undefined() as unknown as Body),
    answer: definition.answer ?? (z.undefined() as unknown as Answer),
    silent: !definition.answer,
    max_bytes: definition.max_bytes ?? (definition.can === 'public' ? publicBytes : usualBytes),
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
