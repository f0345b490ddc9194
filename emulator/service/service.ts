import type { ActivityLog } from './activityLog.ts';
import type { ServiceClock } from './clock.ts';
import type { ModelDefinition } from '../definitions/model.ts';
import type { Directory } from './directory/directory.ts';
import type { Sessions } from './directory/sessions.ts';
import type { SamlKeys } from './saml/keys.ts';
import type { SigningKeys } from './entra/keys.ts';
import type { Exports } from './exports/exportJobs.ts';
import type { Durations } from './durations.ts';
import type { Faults } from './faults/faults.ts';
import type { Limits } from './limits.ts';
import type { Engine } from '../engine/engine.ts';
import type { State } from './tenant/state.ts';
import type { EmbedTokens } from './embed/embedTokens.ts';
import type { Provisioner } from './scim/provisioner.ts';
import type { Uploads } from './uploads.ts';

/** What every part of the service works with. */
export type Service = {
  /** Where browsers and clients reach the service; known once it listens. */
  origin: () => string;
  clock: ServiceClock;
  /** Sign tokens. */
  keys: SigningKeys;
  state: State;
  directory: Directory;
  /** Browsers in which people have signed in. */
  sessions: Sessions;
  /** The certificates with which each directory signs what it says by SAML. */
  samlKeys: SamlKeys;
  /** Tells an application by SCIM who is in the directory. */
  provisioner: Provisioner;
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
