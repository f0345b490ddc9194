import type { Addresses } from './addresses.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createTokens } from './entra.ts';
import type { Credentials, TokenSource } from './entra.ts';
import type { ExchangeLog, Fetch, Transport } from './transport.ts';

/** What `createPowerBi` and `createArm` need. */
export type ClientOptions = {
  addresses: Addresses;
  credentials: Credentials;
  /** One token source may serve many clients, so that clients can be made per request; without it each client keeps its own tokens. */
  tokens?: TokenSource | undefined;
  fetch?: Fetch | undefined;
  clock?: Clock | undefined;
  /** Limit of one try, headers and body together, in milliseconds; 30 seconds unless told. A time-out is not tried again. */
  timeoutMs?: number | undefined;
  /** The longest wait that the service may ask for before the next try, in seconds; a minute unless told. A longer one is the caller's to plan. */
  maxWaitS?: number | undefined;
  /** Called after every exchange, refused and failed ones too. */
  log?: ((exchange: ExchangeLog) => void) | undefined;
};

type TransportOptions = Pick<ClientOptions, 'fetch' | 'clock' | 'timeoutMs' | 'maxWaitS' | 'log'>;

/** The parts of a client's options that concern the wire, with their defaults. */
export const transportOf = (options: TransportOptions): Transport => ({
  fetch: options.fetch ?? globalThis.fetch,
  clock: options.clock ?? systemClock,
  timeoutMs: options.timeoutMs ?? 30_000,
  maxWaitS: options.maxWaitS ?? 60,
  log: options.log,
});

/** Tokens to share between clients of the same Entra address; see `createTokens` for their rules. */
export const createTokenSource = (options: TransportOptions & { addresses: Addresses }): TokenSource =>
  createTokens(options.addresses.entra, transportOf(options));
