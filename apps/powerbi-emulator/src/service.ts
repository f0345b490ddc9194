import type { ServiceClock } from './clock.ts';
import type { SigningKey } from './entra/keys.ts';
import type { State } from './state.ts';
import type { EmbedTokens } from './tokens.ts';

/** What every part of the service works with. */
export type Service = {
  /** Where browsers and clients reach the service; known once it listens. */
  origin: () => string;
  clock: ServiceClock;
  key: SigningKey;
  state: State;
  embedTokens: EmbedTokens;
  /** Embed tokens that a service principal may mint for workspaces without capacity. */
  trialTokenLimit: number;
};
