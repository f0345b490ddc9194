import { z } from 'zod';

/** The documented limits (docs/reference/powerbi.md A10). Each can be set lower or higher, or off with null. */
export const documentedLimits = {
  /** Scheduled and API refreshes of a dataset a day on shared capacity. */
  shared_refreshes_a_day: 8,
  /** Scheduled refreshes of a dataset a day on a capacity. */
  capacity_refreshes_a_day: 48,
  /** Rows of refresh history that are kept, and for how many days they are shown. */
  refresh_history: 60,
  refresh_history_days: 7,
  /** Of one dataset. */
  concurrent_refreshes: 1,
  parameters_per_update: 100,
  /** executeQueries per caller, all datasets together. */
  queries_a_minute: 120,
  query_rows: 100_000,
  query_values: 1_000_000,
  /** Of an answer. */
  query_megabytes: 15,
  /** Pages and visuals of one export. */
  export_items: 50,
  /** Exports waiting or running per capacity. */
  export_queue: 500,
  /** Of a finished file; a larger one fails. */
  export_megabytes: 250,
  /** How long a finished export can be fetched. */
  export_hours: 24,
  /** Reports, datasets and target workspaces of one embed token, each. */
  token_items: 50,
  /** Roles of an identity. */
  identity_roles: 50,
  /** Characters of a role's name and of a user name in an identity. */
  role_characters: 50,
  username_characters: 256,
  /** 1: an embed token ends with the access token that it was minted with, at the latest. Off: after an hour, or as asked. */
  token_bound_to_caller: 1,
  /** Embed tokens that a service principal may mint for workspaces without capacity. */
  trial_embed_tokens: 1_000_000,
  workspaces_per_principal: 1_000,
  profiles_per_principal: 100_000,
  /** Of a file that comes with the request itself. */
  import_megabytes: 1_024,
  /** Of a file that is left at a temporary location. */
  upload_megabytes: 10_240,
  /** Calls of the admin API per caller. */
  admin_calls_an_hour: 200,
  /** Calls of Power BI REST per caller. The cloud has such a limit and names no number. */
  requests_a_minute: null,
} as const;

export type Limits = Record<keyof typeof documentedLimits, number | null>;

// Its names are those of the constant above and no others.
const limitNames = Object.keys(documentedLimits) as (keyof typeof documentedLimits)[];
const limit = z.number().int().nonnegative().nullable();

/** A change of some limits, as the switch takes it. */
export const limitChanges = z.partialRecord(z.enum(limitNames), limit);

/** Whether a number is beyond a limit; a limit of null is off. */
export const exceeds = (count: number, limit: number | null): boolean => limit !== null && count > limit;
