import type { PaginatedAnswer } from '../../src/embed/protocol.ts';
import { pagesOf } from '../../src/paginated/pages.ts';
import type { SheetPage } from '../../src/paginated/pages.ts';
import { createOverlay } from '../chrome/overlay.ts';
import { element } from '../dom.ts';
import type { Channel } from '../protocol/channel.ts';
import { isRecord } from '../protocol/messages.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { Refusal, accepted, invalid, ok, route } from '../protocol/router.ts';
import type { Answer, Route } from '../protocol/router.ts';
import { EmbedFailure, fetchPaginated, tokenExpired } from '../query/client.ts';
import { formatterOf, sayOf, sessionLanguage } from '../session/language.ts';
import { isExpiry, problemOf } from '../session/problems.ts';
import { baseScheme, systemColors } from '../theme/system.ts';
import { paint, themeFrom } from '../theme/theme.ts';
import { readPaginatedConfig } from './config.ts';
import type { GivenValue, PaginatedConfig } from './config.ts';
import { createPageBar } from './page-bar.ts';
import { paperOf } from './paper.ts';
import type { PaperSpec } from './paper.ts';
import { createParameterBar } from './parameter-bar.ts';
import type { Writer } from './texts.ts';

type Session = {
  uid: string;
  config: PaginatedConfig;
  correlationId: string;
  /** The values that it is filled for. */
  given: GivenValue[];
  answer?: PaginatedAnswer;
  pages: SheetPage[];
  page: number;
  expiryTimer?: number;
};

/** A timer waits no longer than this many milliseconds. */
const longestWait = 2 ** 31 - 1;
/** Below this a page is read by scrolling, not by looking closer. */
const smallestZoom = 0.6;

/** The page of a paginated report: what it answers the host, and how it is repainted when the system's colours change. */
export function createPaginated(root: HTMLElement, channel: Channel): { routes: Route[]; paint: () => void } {
  let session: Session | undefined;
  const overlay = createOverlay();
  const bar = createPageBar();
  const parameters = createParameterBar((chosen) => {
    const values = [...chosen].flatMap(([name, cells]): GivenValue[] =>
      cells.length === 0 ? [{ name, value: null }] : cells.map((value) => ({ name, value: String(value) })),
    );
    if (session) void fill(session, values, false);
  });
  const room = element('div', { class: 'paper-room', tabindex: 0, role: 'region' });
  const status = element('p', { class: 'sr-only', 'aria-live': 'polite' });
  const sheet = element('style');
  root.append(parameters.element, bar.element, room, status, overlay.element);
  document.head.append(sheet);

  const emit = (name: string, body?: unknown): void => {
    if (session) channel.emit('reports', session.uid, name, body);
  };

  const raise = (problem: EmbedProblem): void => {
    emit('error', problem);
    if (!session || session.config.settings.hideErrors) return;
    const say = sayOf(session.config);
    if (isExpiry(problem)) overlay.show({ title: say('expired_title'), text: say('expired_text') });
    else {
      const details = `${problem.message} · ${session.correlationId}`;
      overlay.show({ title: say('failed_title'), text: problem.detailedMessage ?? problem.message, details });
    }
  };

  const repaint = (): void => paint(root, themeFrom(undefined, baseScheme(), session?.config.contrastMode ?? 0, systemColors()));

  const fit = (): void => {
    const paper = room.querySelector<HTMLElement>('.paper');
    const width = Number.parseFloat(paper?.style.getPropertyValue('--paper-width') ?? '');
    if (paper) paper.style.zoom = String(Math.max(smallestZoom, Math.min(1, (room.clientWidth - 32) / width)));
  };
  new ResizeObserver(fit).observe(room);

  const specOf = ({ answer, config, pages }: Session): PaperSpec | undefined => {
    const writer: Writer = { format: formatterOf(config), say: sayOf(config) };
    return answer?.document ? { name: answer.name, document: answer.document, parameters: answer.parameters, pages, writer } : undefined;
  };

  const print = (): void => {
    const spec = session && specOf(session);
    if (!spec) return;
    sheet.textContent = `@page { size: A4 ${spec.document.orientation}; margin: 0; }`;
    const shown = [...room.childNodes];
    // Paper is white, whatever the screen is.
    paint(root, themeFrom(undefined, 'light', 0, undefined));
    room.replaceChildren(...spec.pages.map((page) => paperOf(page, spec)));
    const back = (): void => {
      room.replaceChildren(...shown);
      repaint();
    };
    window.addEventListener('afterprint', back, { once: true });
    window.print();
  };

  const draw = (own: Session): void => {
    const { config, answer, page } = own;
    if (!answer) return;
    const say = sayOf(config);
    const spec = specOf(own);
    const shown = own.pages[page - 1];
    document.documentElement.lang = sessionLanguage(config);
    document.title = answer.name;
    room.setAttribute('aria-label', answer.name);
    const turn = (to: number): void => {
      own.page = to;
      draw(own);
      room.scrollTop = 0;
      status.textContent = say('page_of', { page: to, pages: own.pages.length });
    };
    bar.draw(spec && { say, page, pages: own.pages.length, onPage: turn, onPrint: print });
    const needed = answer.parameters.filter(({ required, chosen }) => required && chosen.length === 0).map(({ prompt }) => prompt);
    const cut = spec?.document.cut
      ? formatterOf(config).integer(spec.document.lines.filter(({ kind }) => kind === 'row').length)
      : undefined;
    room.replaceChildren(
      ...(cut === undefined ? [] : [element('p', { class: 'paper-notice', role: 'status' }, say('rows_cut', { count: cut }))]),
      spec && shown
        ? paperOf(shown, spec)
        : element('p', { class: 'paper-notice' }, say('parameters_needed', { names: needed.join(', ') })),
    );
    fit();
  };

  const watchExpiry = (own: Session, expiresAt: string, skewMs: number): void => {
    window.clearTimeout(own.expiryTimer);
    const left = new Date(expiresAt).getTime() - (Date.now() + skewMs);
    const expire = (): void => {
      if (session !== own) return;
      if (left > longestWait) watchExpiry(own, expiresAt, skewMs);
      else raise(tokenExpired);
    };
    own.expiryTimer = window.setTimeout(expire, Math.max(0, Math.min(left, longestWait)));
  };

  /** Shows what the service has answered, from the first page. */
  const show = (own: Session, answer: PaginatedAnswer): void => {
    own.answer = answer;
    own.pages = answer.document ? pagesOf(answer.document) : [];
    own.page = 1;
    overlay.show(undefined);
    parameters.draw(answer.parameters, own.config.panel, { format: formatterOf(own.config), say: sayOf(own.config) });
    draw(own);
    room.scrollTop = 0;
  };

  const fill = async (own: Session, given: GivenValue[], isFirst: boolean): Promise<void> => {
    root.classList.add('opening');
    status.textContent = sayOf(own.config)('loading');
    try {
      const { answer, skewMs } = await fetchPaginated(own.config, own.config.accessToken, given);
      if (session !== own) return;
      own.given = given;
      watchExpiry(own, answer.expires_at, skewMs);
      if (isFirst) emit('loaded');
      show(own, answer);
      status.textContent = '';
      emit('rendered');
    } catch (cause) {
      if (session === own) raise(problemOf(cause));
    } finally {
      if (session === own) root.classList.remove('opening');
    }
  };

  const load = (body: unknown, headerUid: string | undefined): (() => void) => {
    window.clearTimeout(session?.expiryTimer);
    const address = new URLSearchParams(window.location.search);
    const config = readPaginatedConfig(body, address);
    const own: Session = {
      uid: headerUid ?? address.get('uid') ?? '',
      config,
      correlationId: crypto.randomUUID(),
      given: config.given,
      pages: [],
      page: 1,
    };
    session = own;
    overlay.show(undefined);
    bar.draw(undefined);
    room.replaceChildren();
    repaint();
    return () => {
      if (config.accessToken && config.id) void fill(own, config.given, true);
      else raise({ message: 'Invalid parameters', detailedMessage: 'powerbiToken parameter not specified', level: 6 });
    };
  };

  const current = (): Session => {
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
          overlay.show(undefined);
          if (session !== own || own.answer) return;
          emit('loaded');
          show(own, answer);
          emit('rendered');
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
      if (session) repaint();
    },
  };
}
