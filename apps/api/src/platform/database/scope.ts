import { isIP } from 'node:net';
import type { WireStatement } from './batch.ts';

/** What a caller may see: one tenant, the tenants of one partner, the platform, or what signing in needs. */
export type Scope =
  | { kind: 'tenant'; tenant_id: string }
  | { kind: 'partner'; partner_id: string }
  | { kind: 'operator' }
  | { kind: 'identity' };

/** A scope and who acts in it; the second part is what the audit log records. */
export type Caller = Scope & {
  /** On whose behalf. */
  person_id?: string | null;
  /** Who really acts; the same person when left out. */
  actor_id?: string | null;
  request_id?: string;
  /** The word in the audit log, such as user.update; table and command when left out. */
  action?: string;
  ip?: string | null;
  /** The database refuses every write. */
  read_only?: boolean;
};

/** The database role that a caller becomes; the policies of migrations name them. */
export const scopeRoles = {
  tenant: 'portal_app',
  partner: 'portal_partner',
  operator: 'portal_operator',
  identity: 'portal_identity',
} as const satisfies Record<Scope['kind'], string>;

const names = ['role', 'app.tenant_id', 'app.partner_id', 'app.person_id', 'app.actor_id', 'app.request_id', 'app.action', 'app.ip'];

const sets = [...names, 'statement_timeout', 'idle_in_transaction_session_timeout'].map(
  (name, index) => `set_config('${name}', $${index + 1}, true)`,
);

/**
 * Sets role and caller for the rest of the transaction, and time limits, which a pooler does not pass on at connect.
 * Never part of another statement, whose plan may evaluate it too late. `count` reduces the result to one small column.
 */
const settingsSql = (more: readonly string[]): string => `select num_nonnulls(${[...sets, ...more].join(', ')})`;
const readOnly = `set_config('transaction_read_only', 'on', true)`;
const called = `set_config('application_name', $${sets.length + 1}, true)`;
const texts = {
  plain: { write: settingsSql([]), read: settingsSql([readOnly]) },
  called: { write: settingsSql([called]), read: settingsSql([called, readOnly]) },
};

/** Between the statements of a transaction nothing slow may happen. */
const idleMs = 30_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The statement with which every transaction begins. Throws on a caller without a proper scope, before anything is sent. `name` is what
 * the transaction is called at the server; null: like its connection.
 */
export function settingsFor(caller: Caller, statementTimeoutMs: number, name: string | null = null): WireStatement {
  if (!Object.hasOwn(scopeRoles, caller.kind)) throw new TypeError('The caller has no scope');
  const person = optionalId('person_id', caller.person_id);
  return {
    sql: texts[name === null ? 'plain' : 'called'][caller.read_only === true ? 'read' : 'write'],
    values: [
      scopeRoles[caller.kind],
      caller.kind === 'tenant' ? requiredId('tenant_id', caller.tenant_id) : '',
      caller.kind === 'partner' ? requiredId('partner_id', caller.partner_id) : '',
      person,
      optionalId('actor_id', caller.actor_id) || person,
      caller.request_id ?? '',
      caller.action ?? '',
      address(caller.ip),
      String(statementTimeoutMs),
      String(Math.min(statementTimeoutMs, idleMs)),
      ...(name === null ? [] : [name]),
    ],
  };
}

function requiredId(name: string, value: unknown): string {
  if (typeof value !== 'string' || !uuid.test(value)) throw new TypeError(`The caller's ${name} is not a uuid`);
  return value;
}

function optionalId(name: string, value: unknown): string {
  return value === undefined || value === null ? '' : requiredId(name, value);
}

function address(value: string | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (isIP(value) === 0) throw new TypeError("The caller's ip is not an address");
  // A link-local address may name its interface (fe80::1%eth0), which inet does not know.
  return value.replace(/%.*/, '');
}
