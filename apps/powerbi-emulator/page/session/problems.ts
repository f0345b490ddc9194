import { EmbedFailure, tokenExpired } from '../query/client.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { sayOf } from './language.ts';
import { emit } from './session.ts';
import type { App } from './session.ts';

export function problemOf(cause: unknown): EmbedProblem {
  if (cause instanceof EmbedFailure) return cause.problem;
  return { message: 'InternalError', detailedMessage: cause instanceof Error ? cause.message : String(cause), errorCode: '500', level: 5 };
}

export function isExpiry(problem: EmbedProblem | undefined): boolean {
  return problem?.message === tokenExpired.message;
}

/** Tells the host, and the reader unless the host wants to tell them itself. `covering` problems hide the report. */
export function raise(app: App, problem: EmbedProblem, covering: boolean): void {
  emit(app, 'error', problem);
  const { session } = app;
  if (!session || !covering || session.settings.hideErrors) return;
  const say = sayOf(session);
  if (isExpiry(problem)) app.stage.cover({ title: say('expired_title'), text: say('expired_text') });
  else
    app.stage.cover({
      title: say('failed_title'),
      text: problem.detailedMessage ?? problem.message,
      details: `${problem.message} · ${session.correlationId}`,
    });
}
