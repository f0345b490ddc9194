import { isRecord } from '../../definitions/isRecord.ts';
import type { PaginatedAnswer } from '../../definitions/embedApi.ts';
import type { Channel } from '../protocol/channel.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { Refusal, accepted, invalid, ok, route } from '../protocol/router.ts';
import type { Answer, Route } from '../protocol/router.ts';
import { EmbedFailure, fetchPaginated, tokenExpired, wrongTokenType } from '../query/client.ts';
import { onExpiry } from '../session/expiry.ts';
import { coverOf, problemOf } from '../session/problems.ts';
import type { GivenValue } from './config.ts';
import { createReportView } from './reportView.ts';
import { newSession, takeAnswer } from './session.ts';
import type { PaginatedSession } from './session.ts';

/** The page of a paginated report: what it answers the host, and how it is repainted when the system's colours change. */
export function createPaginated(root: HTMLElement, channel: Channel): { routes: Route[]; paint: () => void } {
  let session: PaginatedSession | undefined;
  const view = createReportView(root, (given) => session && void fill(session, given, false));

  const emit = (name: string, body?: unknown): void => {
    if (session) channel.emit('reports', session.uid, name, body);
  };

  const raise = (problem: EmbedProblem): void => {
    emit('error', problem);
    const { settings } = session?.config ?? {};
    const cover = session && settings && coverOf(problem, { settings, correlationId: session.correlationId });
    if (cover) view.cover(cover);
  };

  const watchExpiry = (own: PaginatedSession, expiresAt: string, skewMs: number): void => {
    own.stopExpiry?.();
    own.stopExpiry = onExpiry(expiresAt, skewMs, () => {
      if (session === own) raise(tokenExpired);
    });
  };

  const show = (own: PaginatedSession, answer: PaginatedAnswer, isFirst: boolean): void => {
    if (isFirst) emit('loaded');
    takeAnswer(own, answer);
    view.show(own);
    emit('rendered');
  };

  const fill = async (own: PaginatedSession, given: GivenValue[], isFirst: boolean): Promise<void> => {
    view.waiting(own);
    try {
      const { answer, skewMs } = await fetchPaginated(own.config, own.config.accessToken, given);
      if (session !== own) return;
      own.given = given;
      watchExpiry(own, answer.expires_at, skewMs);
      show(own, answer, isFirst);
    } catch (cause) {
      if (session === own) raise(problemOf(cause));
    } finally {
      if (session === own) view.ready();
    }
  };

  const load = (body: unknown, headerUid: string | undefined): (() => void) => {
    session?.stopExpiry?.();
    const own = newSession(body, headerUid);
    session = own;
    view.clear(own);
    return () => {
      if (!own.config.accessToken || !own.config.id)
        raise({ message: 'Invalid parameters', detailedMessage: 'powerbiToken parameter not specified', level: 6 });
      else if (own.config.isEmbedToken) void fill(own, own.given, true);
      else raise(wrongTokenType);
    };
  };

  const current = (): PaginatedSession => {
    if (!session) throw invalid('No report is loaded');
    return session;
  };

  const changeToken = async (body: unknown): Promise<Answer> => {
    const token = typeof body === 'string' ? body : isRecord(body) ? body.accessToken : undefined;
    if (typeof token !== 'string' || !token) throw invalid('The access token is missing');
    const own = current();
    try {
      const { answer, skewMs } = await fetchPaginated(own.config, token, own.given);
      own.config.accessToken = token;
      watchExpiry(own, answer.expires_at, skewMs);
      return {
        ...ok(null),
        after: () => {
          view.cover(undefined);
          if (session === own && !own.answer) show(own, answer, true);
        },
      };
    } catch (cause) {
      if (!(cause instanceof EmbedFailure)) throw cause;
      throw new Refusal(403, problemOf(cause));
    }
  };

  const routes = [
    route('POST', '/frontload/config', () => ok(null)),
    route('POST', '/report/load', ({ body, uid }) => accepted(load(body, uid), {})),
    route('POST', '/report/token', ({ body }) => changeToken(body)),
    route('GET', '/getCorrelationId', () => ok(current().correlationId)),
  ];
  return {
    routes,
    paint: () => {
      if (session) view.repaint(session);
    },
  };
}
