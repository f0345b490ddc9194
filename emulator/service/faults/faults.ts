import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { assertionLies } from './assertionLies.ts';
import type { ServiceName } from './requestLog.ts';

/** How the token of somebody who signed in may lie. */
export const lies = [
  'issuer',
  'issuer_template',
  'directory',
  'audience',
  'several_audiences',
  'nonce',
  'no_nonce',
  'expired',
  'future',
  'unsigned',
  'signed_with_secret',
  'signed_with_public_key',
  'other_key',
  'unknown_key',
  'own_key',
] as const;
export type Lie = (typeof lies)[number];

/** What a fault is injected into, and how often; without `times` until it is cleared. */
const reach = {
  service: z.enum(['powerbi', 'entra', 'saml', 'arm', 'embed']).default('powerbi'),
  workspace_id: z.guid().optional(),
  method: z.string().toUpperCase().optional(),
  /** Part of the path. */
  path: z.string().optional(),
  times: z.number().int().positive().optional(),
};

/** Of what is asked without a workspace. */
const withoutPlace = {
  ...reach,
  workspace_id: reach.workspace_id.refine((id) => id === undefined, 'is not for this fault: what it stops names no workspace'),
};

/** What a fault of a job is injected into. */
const jobReach = { workspace_id: z.guid().optional(), times: z.number().int().positive().optional() };

const retryAfter = {
  retry_after_s: z.number().nonnegative().optional(),
  retry_after_format: z.enum(['seconds', 'date']).default('seconds'),
};

export const faultDefinition = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('throttled'), ...retryAfter, ...reach }),
  z.strictObject({ name: z.literal('server_error'), status: z.number().int().min(500).max(599).default(500), ...retryAfter, ...reach }),
  /** No answer until the caller gives up. */
  z.strictObject({ name: z.literal('hang'), ...reach }),
  /** The connection is torn down without an answer. */
  z.strictObject({ name: z.literal('reset'), ...reach }),
  /** Half of the answer: either the connection breaks in it, or it is complete for HTTP and broken as JSON. */
  z.strictObject({ name: z.literal('half_body'), cut: z.enum(['connection', 'json']).default('connection'), ...reach }),
  /** A gateway's page instead of the answer. */
  z.strictObject({ name: z.literal('html_body'), status: z.number().int().min(200).max(599).default(200), ...reach }),
  z.strictObject({ name: z.literal('latency'), latency_ms: z.number().nonnegative(), ...reach }),
  z.strictObject({
    name: z.literal('secret_expired'),
    ...withoutPlace,
    service: z.literal('entra').default('entra'),
    path: z.string().default('/token'),
  }),
  /** The answer of a workspace whose capacity is paused. */
  z.strictObject({ name: z.literal('capacity_paused'), ...reach }),
  /** A size for which the subscription has no room. */
  z.strictObject({ name: z.literal('quota_exceeded'), ...withoutPlace, service: z.literal('arm').default('arm') }),
  /** The tenant setting that forbids service principals; both status codes occur. */
  z.strictObject({ name: z.literal('not_accessible'), status: z.union([z.literal(401), z.literal(403)]).default(401), ...reach }),
  /** Conditional access wants more of the token. */
  z.strictObject({ name: z.literal('claims_challenge'), ...reach }),
  /** Redirect to another cluster, for callers with `preferClientRouting=true`. */
  z.strictObject({ name: z.literal('other_cluster'), ...reach }),
  /** Jobs that start while it is active fail. */
  z.strictObject({
    name: z.literal('refresh_failed'),
    error_code: z.string().default('ModelRefreshFailed_CredentialsNotSpecified'),
    error_description: z.string().default('The credentials for the data source are missing.'),
    ...jobReach,
  }),
  /** With a wait the service was busy and the job may be sent again; without it never helps. */
  z.strictObject({ name: z.literal('export_failed'), retry_after_s: z.number().nonnegative().optional(), ...jobReach }),
  /** Tokens of people who sign in while it is active are not what they ought to be. */
  z.strictObject({ name: z.literal('lying_token'), lie: z.enum(lies), ...jobReach }),
  /** So are assertions. */
  z.strictObject({ name: z.literal('lying_assertion'), lie: z.enum(assertionLies), ...jobReach }),
  z.strictObject({ name: z.literal('import_failed'), code: z.string().default('RequestedFileIsEncryptedOrCorrupted'), ...jobReach }),
]);
export type Fault = z.infer<typeof faultDefinition>;
export type FaultInput = z.input<typeof faultDefinition>;

type JobFaultName = 'refresh_failed' | 'export_failed' | 'import_failed' | 'lying_token' | 'lying_assertion';
type JobFault<Name extends JobFaultName> = Extract<Fault, { name: Name }>;
/** A fault of a request. */
export type RequestFault = Exclude<Fault, { name: JobFaultName }>;

export type FaultTarget = {
  service: ServiceName;
  method: string;
  path: string;
  query: string;
  /** Workspaces of everything that the address, or the body where it comes to that, names. */
  workspace_ids: string[];
};

const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** How a caller asks for redirects to another cluster (docs/reference/powerbi.md A0). */
export const asksForRouting = /(?<=^|&)preferClientRouting=true&?/i;

const concerns = (fault: Fault, target: FaultTarget): fault is RequestFault => {
  const path = target.path.toLowerCase();
  return (
    'service' in fault &&
    fault.service === target.service &&
    (fault.method === undefined || fault.method === target.method) &&
    (fault.workspace_id === undefined || target.workspace_ids.some((id) => sameId(id, fault.workspace_id ?? ''))) &&
    (fault.path === undefined || path.includes(fault.path.toLowerCase())) &&
    (fault.name !== 'other_cluster' || asksForRouting.test(target.query))
  );
};

/** Injected faults. */
export const createFaults = () => {
  let active: { id: string; fault: Fault }[] = [];

  const use = <T extends Fault>(fault: T): T => {
    if (fault.times !== undefined) fault.times -= 1;
    active = active.filter((other) => other.fault.times !== 0);
    return fault;
  };

  return {
    /** Throws `ZodError` for a fault that does not exist. */
    start: (input: FaultInput): void => {
      active.push({ id: randomUUID(), fault: faultDefinition.parse(input) });
    },
    clear: (): void => {
      active = [];
    },
    /** Ends one of them. */
    end: (id: string): void => {
      active = active.filter((one) => one.id !== id);
    },
    list: (): (Fault & { id: string })[] => active.map(({ id, fault }) => ({ id, ...structuredClone(fault) })),
    /**
     * The faults of this request, counted as used: delays first, then the oldest other fault. `placed` are those of one
     * workspace alone, for requests that name theirs in the body only.
     */
    take: (target: FaultTarget, which: 'all' | 'placed' = 'all'): RequestFault[] => {
      const matching = active
        .map(({ fault }) => fault)
        .filter((fault): fault is RequestFault => concerns(fault, target) && (which === 'all' || fault.workspace_id !== undefined));
      const failure = matching.find((fault) => fault.name !== 'latency');
      return [...matching.filter((fault) => fault.name === 'latency'), ...(failure ? [failure] : [])].map((fault) => use(fault));
    },
    /** The fault that makes a job of this workspace fail, counted as used. */
    takeJob: <Name extends JobFaultName>(name: Name, workspaceId: string): JobFault<Name> | undefined => {
      const found = active
        .map(({ fault }) => fault)
        .find(
          (fault): fault is JobFault<Name> =>
            fault.name === name && (fault.workspace_id === undefined || sameId(fault.workspace_id, workspaceId)),
        );
      return found && use(found);
    },
  };
};
export type Faults = ReturnType<typeof createFaults>;
