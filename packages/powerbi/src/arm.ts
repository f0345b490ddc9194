import { z } from 'zod';
import { scopes } from './addresses.ts';
import { createTokenSource, transportOf } from './client.ts';
import type { ClientOptions } from './client.ts';
import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';
import { createCaller, path } from './http.ts';
import type { CallOptions, Caller } from './http.ts';
import { capacityResource } from './wire/arm.ts';
import type { capacityUpdate } from './wire/arm.ts';
import { maybe } from './wire/shapes.ts';

/** A SKUs are `Microsoft.PowerBIDedicated`, F SKUs `Microsoft.Fabric` (docs/reference/powerbi.md A9). */
const capacityProviders = {
  'Microsoft.PowerBIDedicated': { apiVersion: '2021-01-01' },
  'Microsoft.Fabric': { apiVersion: '2023-11-01' },
} as const;
type CapacityProvider = keyof typeof capacityProviders;

/** Which Azure resource a capacity is. */
export type CapacityReference = { provider: CapacityProvider; subscription_id: string; resource_group: string; name: string };

/** A capacity in Azure. */
export type CapacityResource = z.infer<typeof capacityResource>;

/** `PATCH` sends only what changes; SKU names are `A1`… with tier `PBIE_Azure`, `F2`… with tier `Fabric`. */
type CapacityUpdate = z.input<typeof capacityUpdate>;

export type CapacityPhase = 'running' | 'paused' | 'changing' | 'failed';

/** What a capacity's `state` means, for both providers: `Succeeded` and `Active` run, `Paused` and `Suspended` do not, other words are on the way. */
export const capacityPhase = (resource: CapacityResource): CapacityPhase => {
  const state = resource.properties.state ?? resource.properties.provisioningState ?? '';
  if (state === 'Succeeded' || state === 'Active') return 'running';
  if (state === 'Paused' || state === 'Suspended') return 'paused';
  return state === 'Failed' ? 'failed' : 'changing';
};

const nothing = z.unknown().transform(() => undefined);

const resourcePath = ({ provider, subscription_id, resource_group, name }: CapacityReference): string =>
  path`subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/${provider}/capacities/${name}`;

const version = (provider: CapacityProvider) => ({ 'api-version': capacityProviders[provider].apiVersion });

/** The next page of a list, below the base; a link to another origin would carry the token to a stranger. */
const nextPath = (link: string, base: string): { path: string; query: Record<string, string> } => {
  const url = URL.parse(link, `${base}/`);
  if (url?.origin !== new URL(base).origin) {
    throw new PowerBiError({
      kind: 'unavailable',
      status: null,
      code: 'foreign_redirect',
      message: 'The next page of the list is at an address that is not followed',
      request_id: null,
      retry_after_s: null,
    });
  }
  return { path: url.pathname.slice(1), query: Object.fromEntries(url.searchParams) };
};

const listAll = async (call: Caller, base: string, provider: CapacityProvider, first: string, options: CallOptions) => {
  type Page = { value: CapacityResource[]; nextLink?: string | undefined };
  const page: z.ZodType<Page> = z.object({ value: z.array(capacityResource), nextLink: maybe(z.string()) });
  const found: CapacityResource[] = [];
  let next: { path: string; query: Record<string, string> } | undefined = { path: first, query: version(provider) };
  while (next) {
    const { value, nextLink }: Page = await call({ method: 'GET', ...next, reply: page, signal: options.signal });
    found.push(...value);
    next = nextLink === undefined ? undefined : nextPath(nextLink, base);
  }
  return found;
};

/** "Service is not ready to be updated" says either "already there" or "on the way": the resource itself knows (docs/reference/powerbi.md A9). */
const isNotReady = (error: unknown): boolean => error instanceof PowerBiError && error.status === 400 && /not ready/i.test(error.message);

/** The states that a switch leads to: on the way, and there. */
const ledToBy = { suspend: ['Pausing', 'Suspending', 'Paused', 'Suspended'], resume: ['Resuming', 'Succeeded', 'Active'] };

type WaitOptions = CallOptions & { pollMs?: number; timeoutMs?: number };

const waitForPhase = async (
  read: (options: CallOptions) => Promise<CapacityResource>,
  { name }: CapacityReference,
  phase: 'running' | 'paused',
  clock: Clock,
  { pollMs = 5_000, timeoutMs = 10 * 60_000, signal }: WaitOptions,
): Promise<CapacityResource> => {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const resource = await read({ signal });
    const now = capacityPhase(resource);
    if (now === phase) return resource;
    if (now === 'failed' || clock.now() + pollMs > deadline) {
      throw new PowerBiError({
        kind: 'unavailable',
        status: null,
        code: now === 'failed' ? 'capacity_failed' : 'timeout',
        message: `The capacity ${name} is ${resource.properties.state ?? 'in an unknown state'}, not ${phase}`,
        request_id: null,
        retry_after_s: null,
      });
    }
    await clock.sleep(pollMs, signal);
  }
};

const capacityCalls = (call: Caller, base: string, clock: Clock) => {
  const get = (capacity: CapacityReference, options: CallOptions = {}): Promise<CapacityResource> =>
    call({
      method: 'GET',
      path: resourcePath(capacity),
      query: version(capacity.provider),
      reply: capacityResource,
      signal: options.signal,
    });

  const change = async (capacity: CapacityReference, verb: 'suspend' | 'resume', options: CallOptions) => {
    try {
      await call({
        method: 'POST',
        path: `${resourcePath(capacity)}/${verb}`,
        query: version(capacity.provider),
        reply: nothing,
        signal: options.signal,
      });
    } catch (error) {
      if (!isNotReady(error)) throw error;
      const { properties } = await get(capacity, options);
      if (!ledToBy[verb].includes(properties.state ?? '')) throw error;
    }
  };

  return {
    /** All capacities of a provider in a subscription, or in one resource group of it. */
    list: (
      where: { provider: CapacityProvider; subscription_id: string; resource_group?: string | undefined },
      options: CallOptions = {},
    ): Promise<CapacityResource[]> => {
      const { provider, subscription_id, resource_group } = where;
      const scope =
        resource_group === undefined
          ? path`subscriptions/${subscription_id}`
          : path`subscriptions/${subscription_id}/resourceGroups/${resource_group}`;
      return listAll(call, base, provider, `${scope}/providers/${provider}/capacities`, options);
    },

    /** The resource as it is now. */
    get,

    /** Starts pausing; `waitFor` tells when it is done. A capacity that is paused already is left so. */
    suspend: (capacity: CapacityReference, options: CallOptions = {}): Promise<void> => change(capacity, 'suspend', options),

    /** Starts resuming; `waitFor` tells when it is done. A capacity that runs already is left so. */
    resume: (capacity: CapacityReference, options: CallOptions = {}): Promise<void> => change(capacity, 'resume', options),

    /** Changes size, tags or administrators (the whole list of them). Refused while the capacity is paused or changing. */
    update: async (capacity: CapacityReference, update: CapacityUpdate, options: CallOptions = {}): Promise<void> =>
      call({
        method: 'PATCH',
        path: resourcePath(capacity),
        query: version(capacity.provider),
        body: update,
        reply: nothing,
        signal: options.signal,
      }),

    /**
     * Reads the resource every `pollMs` (5 seconds) until it is `running` or `paused`, and answers it. Polls the resource
     * rather than the operation, whose two addresses Microsoft's examples swap. Throws `PowerBiError` `unavailable` with
     * code `capacity_failed`, or `timeout` after `timeoutMs` (10 minutes).
     */
    waitFor: (capacity: CapacityReference, phase: 'running' | 'paused', options: WaitOptions = {}): Promise<CapacityResource> =>
      waitForPhase((read) => get(capacity, read), capacity, phase, clock, options),
  };
};

/**
 * Azure Resource Manager as one service principal: capacities of both providers (docs/reference/powerbi.md A9). Answers keep
 * Microsoft's names. Every call throws `PowerBiError`; `not_authorized` means a missing role on the resource.
 */
export const createArm = (options: ClientOptions) => {
  const tokens = options.tokens ?? createTokenSource(options);
  const transport = transportOf(options);
  const base = options.addresses.arm;
  const call = createCaller({ service: 'arm', base, scope: scopes.arm, credentials: options.credentials, tokens, transport });
  return { tokens, capacities: capacityCalls(call, base, transport.clock) };
};

export type Arm = ReturnType<typeof createArm>;
