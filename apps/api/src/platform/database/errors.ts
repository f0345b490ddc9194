import pg from 'pg';

/** The database cannot be reached, or the connection broke: the answer is 503, and nothing is known to be wrong with the request. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Nobody answers on the connection. What it was asked may have been done. */
export class SilentConnection extends DatabaseUnavailable {}

function hasCode(error: unknown, ...codes: string[]): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && codes.includes(error.code);
}

/** A unique or primary key refuses the row; name the constraint to ask for one in particular. */
export function isUniqueViolation(error: unknown, constraint?: string): error is pg.DatabaseError {
  return hasCode(error, '23505') && (constraint === undefined || error.constraint === constraint);
}

/** The row refers to a row that does not exist, or is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): error is pg.DatabaseError {
  return hasCode(error, '23503') && (constraint === undefined || error.constraint === constraint);
}

/** A check constraint refuses the row. */
export function isCheckViolation(error: unknown, constraint?: string): error is pg.DatabaseError {
  return hasCode(error, '23514') && (constraint === undefined || error.constraint === constraint);
}

/** A missing grant, a row outside the scope, or a write in a read-only transaction. */
export function isRefused(error: unknown): error is pg.DatabaseError {
  return hasCode(error, '42501', '25006');
}

/** The statement ran longer than allowed, or was cancelled. */
export function isStatementTimeout(error: unknown): error is pg.DatabaseError {
  return hasCode(error, '57014');
}

const guards = {
  VT001: 'unit_user_limit_reached',
  VT002: 'last_admin',
  VT004: 'partner_unit_limit_reached',
  VT005: 'partner_user_limit_reached',
  VT006: 'client_user_limit_reached',
  VT017: 'last_password_admin',
} as const;
type Guarded = (typeof guards)[keyof typeof guards];

/** What a guard of the database refuses: seats that a unit, its client or its partner does not have, or a unit without an administrator. */
export function guardedWord(error: unknown): Guarded | null {
  const guard = (Object.keys(guards) as (keyof typeof guards)[]).find((code) => hasCode(error, code));
  return guard === undefined ? null : guards[guard];
}

/** How many there would be and how many there may be, where the guard of a limit refused. */
export function guardedNumbers(error: unknown): { wanted: number; limit: number } | null {
  if (guardedWord(error) === null || !(error instanceof pg.DatabaseError) || error.detail === undefined) return null;
  // Written by refuse_at_limit of the migrations alone.
  return JSON.parse(error.detail) as { wanted: number; limit: number };
}

/** A job that another process has taken over. */
export function isJobLost(error: unknown): error is pg.DatabaseError {
  return hasCode(error, 'VT003');
}

/** Lost against a concurrent transaction: repeating the work may succeed. */
export function isConflict(error: unknown): error is pg.DatabaseError {
  return hasCode(error, '40001', '40P01');
}

/** A prepared statement whose table changed, as during a migration: preparing it again helps. */
export function isStalePlan(error: unknown): error is pg.DatabaseError {
  return hasCode(error, '26000') || (hasCode(error, '0A000') && error.routine === 'RevalidateCachedQuery');
}

/** A table, column or function that this server does not know: one that has not made the last migration yet. */
export function isUnknownName(error: unknown): error is pg.DatabaseError {
  return hasCode(error, '42P01', '42703', '42883');
}

/** The transaction left no trace and may be run again. */
export function isWorthRetrying(error: unknown): boolean {
  return isConflict(error) || isStalePlan(error);
}
