import { z } from 'zod';
import type { ServiceName } from './request-log.ts';

/** Where a fault strikes, and how often; without `times` until it is cleared. */
const reach = {
  service: z.enum(['powerbi', 'entra', 'arm', 'embed']).default('powerbi'),
  workspace_id: z.guid().optional(),
  method: z.string().toUpperCase().optional(),
  /** Part of the path. */
  path: z.string().optional(),
  times: z.number().int().positive().optional(),
};

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
    ...reach,
    service: z.literal('entra').default('entra'),
    path: z.string().default('/token'),
  }),
]);
export type Fault = z.infer<typeof faultDefinition>;
export type FaultInput = z.input<typeof faultDefinition>;

export type FaultTarget = { service: ServiceName; method: string; path: string };

const strikes = (fault: Fault, target: FaultTarget): boolean => {
  const path = target.path.toLowerCase();
  return (
    fault.service === target.service &&
    (fault.method === undefined || fault.method === target.method) &&
    (fault.workspace_id === undefined || path.includes(`/groups/${fault.workspace_id.toLowerCase()}`)) &&
    (fault.path === undefined || path.includes(fault.path.toLowerCase()))
  );
};

/** Failures on demand. */
export const createFaults = () => {
  let active: Fault[] = [];

  const use = (fault: Fault): Fault => {
    if (fault.times !== undefined) fault.times -= 1;
    active = active.filter((other) => other.times !== 0);
    return fault;
  };

  return {
    /** Throws `ZodError` for a fault that does not exist. */
    start: (input: FaultInput): void => {
      active.push(faultDefinition.parse(input));
    },
    clear: (): void => {
      active = [];
    },
    list: (): Fault[] => structuredClone(active),
    /** What strikes this request, counted as used: delays first, then the oldest other fault. */
    take: (target: FaultTarget): Fault[] => {
      const matching = active.filter((fault) => strikes(fault, target));
      const failure = matching.find((fault) => fault.name !== 'latency');
      return [...matching.filter((fault) => fault.name === 'latency'), ...(failure ? [failure] : [])].map(use);
    },
  };
};
export type Faults = ReturnType<typeof createFaults>;
