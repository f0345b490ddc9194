import { element } from '../../visuals/element.ts';
import { paint, themeFrom } from '../../visuals/theme/theme.ts';
import { createOverlay } from '../chrome/overlay.ts';
import type { Cover } from '../chrome/overlay.ts';
import { sayOf, sessionLanguage } from '../session/language.ts';
import { baseScheme, systemColors } from '../systemColors.ts';
import type { GivenValue } from './config.ts';
import { createPageBar } from './pageBar.ts';
import { paperOf } from './paper.ts';
import type { PaperSpec } from './paper.ts';
import { createParameterBar } from './parameterBar.ts';
import { paperSpecOf, writerOf } from './session.ts';
import type { PaginatedSession } from './session.ts';

/** What the reader sees: parameters, the bar of pages, one page of paper. */
export type ReportView = {
  /** Empty and in the host's colours, for a report that is yet to be fetched. */
  clear: (session: PaginatedSession) => void;
  waiting: (session: PaginatedSession) => void;
  /** Nothing is waited for any more. */
  ready: () => void;
  /** Shows the parameters and the first page of what the service has answered. */
  show: (session: PaginatedSession) => void;
  /** Hides the report behind a notice; undefined shows it again. */
  cover: (cover: Cover | undefined) => void;
  /** Follows the system's colours. */
  repaint: (session: PaginatedSession) => void;
};

/** Below this a page is read by scrolling, not by looking closer. */
const smallestZoom = 0.6;

/** The page of paper, or the names of the parameters that it needs first. */
function contentOf({ answer, config, page }: PaginatedSession, spec: PaperSpec | undefined): HTMLElement[] {
  const shown = spec?.pages[page - 1];
  const say = sayOf(config);
  if (!spec || !shown) {
    const needed = (answer?.parameters ?? []).filter(({ required, chosen }) => required && chosen.length === 0);
    return [element('p', { class: 'paper-notice' }, say('parameters_needed', { names: needed.map(({ prompt }) => prompt).join(', ') }))];
  }
  const paper = paperOf(shown, spec);
  if (!spec.document.cut) return [paper];
  const count = spec.writer.format.integer(spec.document.lines.filter(({ kind }) => kind === 'row').length);
  return [element('p', { class: 'paper-notice', role: 'status' }, say('rows_cut', { count })), paper];
}

/** Puts all pages on paper, and what was there back afterwards. */
function createPrinter(root: HTMLElement, room: HTMLElement): (spec: PaperSpec, onPrinted: () => void) => void {
  const sheet = element('style');
  document.head.append(sheet);
  return (spec, onPrinted) => {
    sheet.textContent = `@page { size: A4 ${spec.document.orientation}; margin: 0; }`;
    const shown = [...room.childNodes];
    // Paper is white, whatever the screen is.
    paint(root, themeFrom(undefined, 'light', 0, undefined));
    room.replaceChildren(...spec.pages.map((page) => paperOf(page, spec)));
    const back = (): void => {
      room.replaceChildren(...shown);
      onPrinted();
    };
    window.addEventListener('afterprint', back, { once: true });
    window.print();
  };
}

/** `onView` gets the values that the reader wants to see the report for. */
export function createReportView(root: HTMLElement, onView: (given: GivenValue[]) => void): ReportView {
  const overlay = createOverlay();
  const bar = createPageBar();
  const parameters = createParameterBar((chosen) =>
    onView(
      [...chosen].flatMap(([name, cells]): GivenValue[] =>
        cells.length === 0 ? [{ name, value: null }] : cells.map((value) => ({ name, value: String(value) })),
      ),
    ),
  );
  const room = element('div', { class: 'paper-room', tabindex: 0, role: 'region' });
  const status = element('p', { class: 'sr-only', 'aria-live': 'polite' });
  root.append(parameters.element, bar.element, room, status, overlay.element);
  const print = createPrinter(root, room);

  const repaint = ({ config }: PaginatedSession): void =>
    paint(root, themeFrom(undefined, baseScheme(), config.contrastMode, systemColors()));

  const fit = (): void => {
    const paper = room.querySelector<HTMLElement>('.paper');
    const width = Number.parseFloat(paper?.style.getPropertyValue('--paper-width') ?? '');
    if (paper) paper.style.zoom = String(Math.max(smallestZoom, Math.min(1, (room.clientWidth - 32) / width)));
  };
  new ResizeObserver(fit).observe(room);

  const turn = (session: PaginatedSession, page: number): void => {
    session.page = page;
    draw(session);
    room.scrollTop = 0;
    status.textContent = sayOf(session.config)('page_of', { page, pages: session.pages.length });
  };

  const draw = (session: PaginatedSession): void => {
    const { config, answer, page, pages } = session;
    const spec = paperSpecOf(session);
    const name = answer?.name ?? '';
    document.documentElement.lang = sessionLanguage(config);
    document.title = name;
    room.setAttribute('aria-label', name);
    bar.draw(
      spec && {
        say: sayOf(config),
        page,
        pages: pages.length,
        onPage: (to) => turn(session, to),
        onPrint: () => print(spec, () => repaint(session)),
      },
    );
    room.replaceChildren(...contentOf(session, spec));
    fit();
  };

  return {
    clear(session) {
      overlay.show(undefined);
      bar.draw(undefined);
      room.replaceChildren();
      repaint(session);
    },
    waiting(session) {
      root.classList.add('opening');
      status.textContent = sayOf(session.config)('loading');
    },
    ready() {
      root.classList.remove('opening');
      status.textContent = '';
    },
    show(session) {
      overlay.show(undefined);
      parameters.draw(session.answer?.parameters ?? [], session.config.panel, writerOf(session));
      draw(session);
      room.scrollTop = 0;
    },
    cover: overlay.show,
    repaint,
  };
}
