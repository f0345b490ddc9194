/** What a handler may use. A context carries capabilities, never features. */
import type { Writable } from 'node:stream';
import type { AuthType, Role, StaffFlag } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Cookies } from '#platform/http/cookies.ts';
import type { Database } from '#platform/database/database.ts';
import type { Replica, ReplicaState } from '#platform/database/replica.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Entra } from '#platform/entra/entra.ts';
import type { Live } from '#platform/live/live.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { PasswordHasher } from '#platform/secrets/passwordHasher.ts';
import type { PowerbiGateway } from '#domain/reporting/powerbiGateway.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { FoundSession } from '#domain/session/session.ts';
import type { Environment } from '#platform/environment.ts';
import type { Dns } from '#platform/dns/dns.ts';
import type { Host, Hosts } from '#domain/hosts/hosts.ts';

/** What is created once at start and shared by all requests. */
export type Services = {
  environment: Environment;
  database: Database;
  /** A standby for what may be a little behind; null: the database answers everything. */
  replica: Replica | null;
  hosts: Hosts;
  /** Questions to name servers. */
  dns: Dns;
  mail: Mail;
  passwords: PasswordHasher;
  secrets: Secrets;
  reporting: PowerbiGateway;
  /** Directories of Microsoft Entra, where people sign in. */
  entra: Entra;
  /** The live streams of open pages; `publishEvent` sends them an event. */
  live: Live;
  log: FastifyBaseLogger;
  /** Null where no collector takes traces. */
  tracing: Tracing | null;
  /** The wall clock; tests move it. */
  now: () => Date;
};

/** The signed-in person, as every request reads it from the session row. */
export type Actor = {
  session_id: string;
  person_id: string;
  /** Who acts: differs from `person_id` only in remote access. */
  actor_id: string;
  email: string;
  name: string;
  role: Role;
  flags: StaffFlag[];
  auth_type: AuthType;
  /** The current unit. The operator works in the operator's own unit; a partner in the chosen one, or in none. */
  tenant_id: string | null;
  /** Set for partner staff only. */
  partner_id: string | null;
  /** Set when a display (a screen that shows a playlist by a link) calls: it has the rights of the owner of its link. */
  screen_id: string | null;
  /** Set while somebody else acts for the person (remote access). */
  acting: { access_id: string; mode: 'read' | 'full' } | null;
  /** Null for operator and partner, who have no membership. */
  membership_id: string | null;
  /** The unit's and the person's switches that conditions of the capability table ask for. */
  switches: {
    allow_registering_reports: boolean;
    only_own_accounts: boolean;
    refresh_datasets: boolean;
    wake_capacities: boolean;
    create_notifications: boolean;
    admins_set_second_factor: boolean;
    admins_set_sign_in: boolean;
    user_import: boolean;
    enable_helpdesk: boolean;
  };
  /** Terms of the unit, its partner or the platform have changed since this session last checked them, so something may have to be accepted. */
  terms_to_look_at: number | null;
  /** IANA name of the unit's time zone. */
  timezone: string;
};

type RequestFacts = {
  id: string;
  /** Normalised. */
  ip: string;
  /** The registered host that was called. */
  host: Host;
  user_agent: string;
  /** The portal's page that made the call, when the browser tells. */
  from_path: string | null;
  locale: Locale;
  /** The query as it was written: some signatures cover it letter by letter. */
  search: string;
};

/** Context of an endpoint without a session: it reaches only the tables of the role `portal_identity`. */
export type PublicContext = Omit<Services, 'database' | 'replica'> & {
  request: RequestFacts;
  cookies: Cookies;
  /** Of an endpoint that answers an event stream: begins the answer, and leaves nothing of the request but the page that listens. */
  takePage: () => Writable;
  /** Connections to the database that this process has open for requests. */
  connections: Database['connections'];
  /** How the standby is that analyses are read from; null: there is none. */
  replicaState: () => Promise<ReplicaState | null>;
  /** Persons, sessions and memberships across units. For signing in only, never for a feature. */
  identity: Scoped;
  /** The session of this browser, even one that ended or expired; refuses when there is none. */
  findSession: () => Promise<FoundSession>;
};

export type Context = PublicContext &
  Scoped & {
    /** `run` and `withTenant` of the context itself see the actor's unit and nothing else. */
    actor: Actor;
    /** Another unit whose people the actor manages, or the current one. Any other is a 404. */
    unit: (tenant_id: string) => Promise<Scoped>;
    /** Units of the actor's partner. Refuses whoever is not a partner. */
    partner: () => Scoped;
    /** Contracts and counts of the platform. Refuses everybody except the operator. */
    operator: () => Scoped;
  };
