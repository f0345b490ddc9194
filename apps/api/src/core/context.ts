/** What a handler may use. A context carries capabilities, never features. */
import type { AuthType, Role, StaffFlag } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Cookies } from './cookies.ts';
import type { Database } from './database/database.ts';
import type { Scoped } from './database/scoped.ts';
import type { Live } from './live/live.ts';
import type { Mail } from './mail.ts';
import type { PasswordHasher } from './passwordHasher.ts';
import type { Reporting } from './reporting.ts';
import type { Secrets } from './secrets.ts';
import type { FoundSession } from './session.ts';
import type { Settings } from './settings.ts';
import type { Site, Sites } from './sites.ts';

/** Made once at start and shared by every request. */
export type Services = {
  settings: Settings;
  database: Database;
  sites: Sites;
  mail: Mail;
  passwords: PasswordHasher;
  secrets: Secrets;
  reporting: Reporting;
  /** Open pages; see `tellLive` for telling them something. */
  live: Live;
  log: FastifyBaseLogger;
  /** The wall clock; tests move it. */
  now: () => Date;
};

/** The signed-in person, as every request reads it from the session row. */
export type Actor = {
  session_id: string;
  person_id: string;
  /** Who really acts: another person than `person_id` only in remote access. */
  actor_id: string;
  email: string;
  name: string;
  role: Role;
  flags: StaffFlag[];
  auth_type: AuthType;
  /** The unit worked in. The operator works in the house unit; a partner in the unit chosen, or in none. */
  tenant_id: string | null;
  /** Of a partner's people only. */
  partner_id: string | null;
  /** The screen on a wall that calls, with the rights of the named owner of its link. */
  screen_id: string | null;
  /** Null for operator and partner: they are no members. */
  membership_id: string | null;
  /** The unit's and the person's switches that conditions of the capability table ask for. */
  switches: {
    allow_registering_reports: boolean;
    only_own_accounts: boolean;
    refresh_datasets: boolean;
    create_notifications: boolean;
    mfa_permission_admin: boolean;
    user_import: boolean;
    enable_helpdesk: boolean;
  };
  /** Terms of the unit, its partner or the platform have changed since this session looked at them last: maybe something has to be accepted. */
  terms_to_look_at: number | null;
  /** IANA name of the unit's time zone. */
  timezone: string;
};

type RequestFacts = {
  id: string;
  /** Normalised. */
  ip: string;
  /** The registered host that was called. */
  site: Site;
  user_agent: string;
  /** The page of ours that the call was made from, when the browser tells. */
  from_path: string | null;
  locale: Locale;
};

/** Of an endpoint that needs no session. Only the identity role's tables are within reach. */
export type PublicContext = Omit<Services, 'database'> & {
  request: RequestFacts;
  cookies: Cookies;
  /** Persons, sessions, memberships across units: for signing in, never for a feature. */
  identity: Scoped;
  /** The session of this browser, even one that ended or expired; refuses when there is none. */
  findSession: () => Promise<FoundSession>;
};

export type Context = PublicContext &
  Scoped & {
    /** `run` and `withTenant` of the context itself see the actor's unit and nothing else. */
    actor: Actor;
    /** Another unit whose people the actor manages; the own one too. Any other is a unit that is not there. */
    unit: (tenant_id: string) => Promise<Scoped>;
    /** Units of the actor's partner. Refuses whoever is not a partner. */
    partner: () => Scoped;
    /** Contracts and counts of the platform. Refuses whoever is not the operator. */
    operator: () => Scoped;
  };
