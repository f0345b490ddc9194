/** What became of a try, in a word of the portal. */
import type { DeliveryProblem } from '@vitrine/contract/automation/taskWebhook.ts';
import { NotFetched } from '#platform/http/fetchPublic.ts';

export type Try = { status: number | null; problem: DeliveryProblem | null };

/** Whatever is no success is none: a receiver elsewhere is not followed. */
export function outcomeOf(status: number): Try {
  if (status >= 200 && status < 300) return { status, problem: null };
  return { status, problem: status >= 300 && status < 400 ? 'redirected' : 'refused' };
}

const ofTls = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL|ERR_OSSL|EPROTO$)/;

export function failureOf(error: unknown): Try {
  const { name, code = '' } = (error instanceof Error ? error : {}) as { name?: string; code?: string };
  if (error instanceof NotFetched) return { status: null, problem: 'address' };
  if (name === 'TimeoutError') return { status: null, problem: 'timeout' };
  return { status: null, problem: ofTls.test(code) ? 'tls' : 'unreachable' };
}

/** Minutes after each try until the next one. */
const pauses = [1, 5, 30, 120, 480];

/** When the next try is due after so many. Without another one it is when this one counts as lost. */
export const nextTryAt = (tries: number, now: Date): Date => new Date(now.getTime() + (pauses[tries - 1] ?? 1) * 60_000);
