import { EmbedFailure, tokenExpired } from '../query/client.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { sayOf } from './language.ts';
import { emit } from './app.ts';
import type { App } from './app.ts';
import type { Cover } from '../chrome/overlay.ts';
import type { Session } from './session.ts';

export function problemOf(cause: unknown): EmbedProblem {
  if (cause instanceof EmbedFailure) return cause.problem;
  return { message: 'InternalError', detailedMessage: cause instanceof Error ? cause.message : String(cause), errorCode: '500', level: 5 };
}

export function isExpiry(problem: EmbedProblem | undefined): boolean {
  return problem?.message === tokenExpired.message;
}

/** What covers a report that cannot be shown; nothing when the host hides errors. */
export function coverOf(
  problem: EmbedProblem,
  { settings, correlationId }: Pick<Session, 'settings' | 'correlationId'>,
): Cover | undefined {
  if (settings.hideErrors) return undefined;
  const say = sayOf({ settings });
  if (isExpiry(problem)) return { title: say('expired_title'), text: say('expired_text') };
  return {
    title: say('failed_title'),
    text: problem.detailedMessage ?? problem.message,
    details: `${problem.message} · ${correlationId}`,
  };
}

/** Raises the error to the host, and shows it unless the host hides errors. `covering` problems hide the report. */
export function raise(app: App, problem: EmbedProblem, covering: boolean): void {
  emit(app, 'error', problem);
  const cover = app.session && covering ? coverOf(problem, app.session) : undefined;
  if (cover) app.stage.cover(cover);
}
