import type { ActivityLog } from './activity-log.ts';
import type { ServiceClock } from './clock.ts';
import type { ModelDefinition } from './definition.ts';
import type { Person } from './entra/people.ts';
import type { SigningKey } from './entra/keys.ts';
import type { Exports } from './exports/exports.ts';
import type { Faults } from './faults.ts';
import type { Limits } from './limits.ts';
import type { Engine } from './models/engine.ts';
import type { State } from './state.ts';
import type { EmbedTokens } from './tokens.ts';
import type { Uploads } from './uploads.ts';

/** How long jobs take by the service's clock, unless something holds them up. */
export type Durations = { refresh_ms: number; export_ms: number; import_ms: number; assignment_ms: number; scan_ms: number };

/** What every part of the service works with. */
export type Service = {
  /** Where browsers and clients reach the service; known once it listens. */
  origin: () => string;
  clock: ServiceClock;
  key: SigningKey;
  state: State;
  /** Who can sign in. */
  people: Person[];
  embedTokens: EmbedTokens;
  faults: Faults;
  activities: ActivityLog;
  limits: Limits;
  durations: Durations;
  engine: Engine;
  exports: Exports;
  /** Below it lie the data files of imports. */
  importDirectory: string;
  uploads: Uploads;
  /** Keeps the state, when there is a folder for it. */
  save: () => void;
  /** Tells whoever runs the service of its own mistakes. */
  onFailure: (error: Error) => void;
  /** Reads the data of a model again. */
  reload: (model: ModelDefinition) => void;
};
