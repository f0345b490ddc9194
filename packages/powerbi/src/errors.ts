/**
 * What went wrong, in the words a caller decides by:
 * - `token` the credentials or the access token were refused, also after one fresh token
 * - `not_authorized` signed in, but without access to the workspace, report or capacity
 * - `not_found` not there, or hidden (a missing Build permission also looks like this)
 * - `throttled` too many calls; `retry_after_s` says how long to wait
 * - `unavailable` no answer, no readable answer, a server failure or a paused capacity
 * - `invalid` the request breaks a rule of the service; asking again does not help
 * - `quota` the trial embed tokens of a workspace without capacity are spent
 */
export type PowerBiErrorKind = 'token' | 'not_authorized' | 'not_found' | 'throttled' | 'unavailable' | 'invalid' | 'quota';

export type PowerBiErrorFields = {
  kind: PowerBiErrorKind;
  /** HTTP status, null when no answer came. */
  status: number | null;
  /** The service's own code (`TokenExpired`, `AADSTS7000215`), `http_<status>` when it gave none, or `timeout`, `network`, `too_large`, `unreadable_reply`, `foreign_redirect`. */
  code: string;
  message: string;
  /** What Microsoft's support asks for. */
  request_id: string | null;
  /** The wait that the service asked for, in seconds, however long. */
  retry_after_s: number | null;
};

/** The only error that this package throws, except a caller's own abort, which is passed on as its signal's reason. */
export class PowerBiError extends Error {
  readonly kind: PowerBiErrorKind;
  readonly status: number | null;
  readonly code: string;
  readonly request_id: string | null;
  readonly retry_after_s: number | null;

  constructor(fields: PowerBiErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.name = 'PowerBiError';
    this.kind = fields.kind;
    this.status = fields.status;
    this.code = fields.code;
    this.request_id = fields.request_id;
    this.retry_after_s = fields.retry_after_s;
  }
}
