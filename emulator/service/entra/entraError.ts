import { randomUUID } from 'node:crypto';
import type { SentTokenRefusal } from '@vitrine/powerbi/wire/entra.ts';

/** A refusal by Entra: OAuth word, AADSTS number and sentence (docs/reference/powerbi.md A1). */
export class EntraError extends Error {
  readonly status: number;
  readonly error: string;
  readonly number: number;

  constructor(status: number, error: string, number: number, message: string) {
    super(message);
    this.status = status;
    this.error = error;
    this.number = number;
  }
}

export const secretExpired = (clientId: string): EntraError =>
  new EntraError(401, 'invalid_client', 7000222, `The provided client secret keys for app '${clientId}' are expired.`);

export const entraErrorBody = (failure: EntraError, now: number): SentTokenRefusal => {
  const trace_id = randomUUID();
  const correlation_id = randomUUID();
  const timestamp = `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return {
    error: failure.error,
    error_description: [
      `AADSTS${failure.number}: ${failure.message}`,
      `Trace ID: ${trace_id}`,
      `Correlation ID: ${correlation_id}`,
      `Timestamp: ${timestamp}`,
    ].join('\r\n'),
    error_codes: [failure.number],
    timestamp,
    trace_id,
    correlation_id,
    error_uri: `https://login.microsoftonline.com/error?code=${failure.number}`,
  };
};
