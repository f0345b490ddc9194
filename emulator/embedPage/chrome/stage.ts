import type { PageDefinition } from '../../definitions/report.ts';
import { element } from '../../visuals/element.ts';
import { paint } from '../../visuals/theme/theme.ts';
import type { Theme } from '../../visuals/theme/theme.ts';
import type { PageLayout } from '../../visuals/view/layout.ts';
import { chromeSettings, zoomLevel } from '../../visuals/view/settings.ts';
import type { App } from '../session/app.ts';
import { sayOf, sessionLanguage } from '../session/language.ts';
import type { LoadedReport, Session } from '../session/session.ts';
import type { Stage } from '../session/stage.ts';
import { createCanvas } from './canvas.ts';
import { askText } from './dialog.ts';
import { createFilterPane } from './filterPane.ts';
import { createFocus } from './focus.ts';
import { createOverlay } from './overlay.ts';
import { createReportBars } from './reportBars.ts';
import { createReportFrames } from './reportFrames.ts';
import { createTabs } from './tabs.ts';

/** What screen readers hear a page as: the report's name, and that of the page above its visuals. */
function createHeadings() {
  const heading = element('h1', { class: 'sr-only' });
  // Titles of visuals stand below a heading of the page; where its author wrote none, this is it.
  const subheading = element('h2', { class: 'sr-only' });
  return {
    elements: [heading, subheading],
    draw(report: LoadedReport, page: PageDefinition, layout: PageLayout): void {
      heading.textContent = `${report.source.report.name}: ${page.display_name}`;
      subheading.textContent = page.display_name;
      subheading.hidden = layout.placed.some(({ visual }) => visual.type === 'textbox');
    },
  };
}

/** How the settings want the whole document. */
function dress(root: HTMLElement, session: Session, report: LoadedReport, layout: PageLayout, theme: Theme): void {
  const { transparent, navigation } = chromeSettings(session.settings);
  document.documentElement.lang = sessionLanguage(session);
  document.title = report.source.report.name;
  root.classList.remove('opening');
  root.classList.toggle('transparent', transparent);
  root.classList.toggle('phone', layout.phone);
  root.classList.toggle('editing', session.mode === 'edit');
  root.classList.toggle('tabs-left', navigation.left);
  paint(root, theme);
}

/** The document around the report: bars, tabs, panes and the canvas with its frames. */
export function createStage(root: HTMLElement, app: () => App): Stage {
  const { room, canvas, lay, fit } = createCanvas();
  const [tabs, overlay, focus, pane] = [createTabs(), createOverlay(), createFocus(), createFilterPane(app)];
  const [bars, headings] = [createReportBars(app, fit), createHeadings()];
  const frames = createReportFrames(app, { root, canvas, focus });
  room.prepend(...headings.elements);
  const middle = element('div', { class: 'middle' }, element('div', { class: 'room-box' }, room, focus.element), pane.element);
  root.append(bars.top, middle, tabs.element, bars.bottom, overlay.element);
  let shown = '';

  const drawTabs = (session: Session, report: LoadedReport, page: PageDefinition): void => {
    const { visible, left } = chromeSettings(session.settings).navigation;
    const pages = report.source.report.pages.filter((one) => !one.hidden || one.name === page.name);
    tabs.element.hidden = !visible || pages.length < 2;
    const label = sayOf(session)('pages');
    tabs.draw({ pages, active: page.name, label, onChoose: (name) => app().actions.setPage(name) });
    // Only when it moves: an element that is put where it stands loses the focus.
    const inPlace = left ? middle.firstChild === tabs.element : middle.nextSibling === tabs.element;
    if (!inPlace && left) middle.prepend(tabs.element);
    else if (!inPlace) middle.after(tabs.element);
  };

  /** Another page is read from its beginning. */
  const turnTo = (page: PageDefinition): void => {
    if (shown === page.name) return;
    frames.clear();
    room.scrollTo(0, 0);
    shown = page.name;
  };

  room.addEventListener('click', (event) => {
    if (event.target === room || event.target === canvas || event.target === canvas.parentElement) app().actions.clearSelection();
  });

  return {
    fit,
    drawBars: bars.draw,
    askCopyName(name) {
      const say = sayOf(app().session);
      const value = say('copy_of', { name });
      return askText(root, say, { title: say('save_as'), label: say('report_name'), value, confirm: say('save'), required: true });
    },
    cover: (cover) => overlay.show(cover),

    begin(session, theme) {
      frames.clear();
      shown = '';
      bars.present(false);
      overlay.show(undefined);
      document.documentElement.lang = sessionLanguage(session);
      paint(root, theme);
      root.classList.add('opening');
      root.classList.toggle('transparent', chromeSettings(session.settings).transparent);
    },

    arrange(session, report, page, layout, theme) {
      const { filters } = chromeSettings(session.settings);
      dress(root, session, report, layout, theme);
      drawTabs(session, report, page);
      pane.element.hidden = !filters.visible || layout.phone;
      pane.draw(filters.expanded);
      bars.draw(session, report);
      canvas.setAttribute('aria-label', page.display_name);
      headings.draw(report, page, layout);
      turnTo(page);
      lay(layout, zoomLevel(session.settings));
      return frames.place(session, report, page, layout);
    },

    settled: () => focus.redraw(),

    present(on) {
      bars.present(on);
      const { session } = app();
      if (session?.report) bars.draw(session, session.report);
      fit();
    },

    closeOverlays: () => frames.close(),
  };
}
