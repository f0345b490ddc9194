/** Refusals in the form of SCIM (RFC 7644, 3.12). Their texts are read by whoever operates the directory, in English as the protocol is. */
import type { Reason } from '@vitrine/contract/people/provisioning.ts';
import { DatabaseUnavailable, guardedWord, isConflict, isStatementTimeout, isUniqueViolation } from '#platform/database/errors.ts';
import { Failure } from '#platform/http/fail.ts';

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers';

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  /** Why, for the log of the portal, in whose words the screen says it. */
  readonly reason: Reason;
  readonly retryAfter: number | null;

  constructor(status: number, scimType: ScimType | null, detail: string, reason: Reason = 'invalid', retryAfter: number | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

export const refuse = (status: number, scimType: ScimType | null, detail: string, reason?: Reason): never => {
  throw new ScimError(status, scimType, detail, reason);
};

export const notFound = (): never => refuse(404, null, 'There is no such resource.', 'not_found');

const seatsFull = 'The business unit has no seat left for another active user.';
const guards = {
  unit_user_limit_reached: [403, seatsFull, 'seats_full'],
  client_user_limit_reached: [403, seatsFull, 'seats_full'],
  partner_user_limit_reached: [403, seatsFull, 'seats_full'],
  partner_unit_limit_reached: [403, seatsFull, 'seats_full'],
  last_admin: [403, 'The business unit would have no administrator left.', 'last_admin'],
  last_password_admin: [403, 'The business unit would have no administrator left who signs in with a password.', 'last_admin'],
} as const;

const taken: Record<string, [detail: string, reason: Reason]> = {
  person_email_key: ['The e-mail address has an account outside of this business unit.', 'email_elsewhere'],
  scim_user_name: ['Another user has this userName.', 'user_name_taken'],
  scim_user_external: ['Another user has this externalId.', 'external_id_taken'],
  scim_group_external: ['Another group has this externalId.', 'external_id_taken'],
  user_group_tenant_id_name_key_key: ['Another group of the portal has this name.', 'name_taken'],
};

const ofFailure: Record<number, string> = {
  400: 'The request cannot be read.',
  404: 'There is nothing at this address.',
  413: 'The request is too large.',
  415: 'The body must be application/scim+json or application/json.',
};

const isFastifyError = (error: unknown): error is Error & { statusCode?: number } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');

function ofStatus(status: number): ScimError {
  const detail = ofFailure[status];
  return detail === undefined ? unexpected() : new ScimError(status, status === 400 ? 'invalidSyntax' : null, detail);
}

const unexpected = () => new ScimError(500, null, 'Something unexpected happened.', 'unavailable');

const retryAfterSeconds = 2;

/** What an error means to the directory. */
export function scimErrorOf(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof DatabaseUnavailable || isStatementTimeout(error) || isConflict(error))
    return new ScimError(503, null, 'The portal cannot answer at the moment.', 'unavailable', retryAfterSeconds);
  const guarded = guardedWord(error);
  if (guarded) {
    const [status, detail, reason] = guards[guarded];
    return new ScimError(status, null, detail, reason);
  }
  if (isUniqueViolation(error)) {
    const [detail, reason] = taken[error.constraint ?? ''] ?? ['The resource exists already.', 'user_name_taken'];
    return new ScimError(409, 'uniqueness', detail, reason);
  }
  if (error instanceof Failure) return ofStatus(error.status);
  if (isFastifyError(error)) return ofStatus(error.statusCode ?? 500);
  return unexpected();
}
