import type { PageDefinition, VisualDefinition } from '../../src/definition.ts';
import { button, element } from '../dom.ts';
import { sayOf, sessionLanguage } from '../session/language.ts';
import type { App, Opened, Session } from '../session/session.ts';
import { isChanged, mayCopy, maySave } from '../session/editing.ts';
import { layerOf, placedOn, retyped, withVisual } from '../state/editing.ts';
import type { Box, PageLayout } from '../state/layout.ts';
import { chromeSettings, headerVisible, zoomLevel } from '../state/settings.ts';
import { deepMerge } from '../state/merge.ts';
import { bookmarkedView } from '../session/opening-view.ts';
import { paint } from '../theme/theme.ts';
import type { Theme } from '../theme/theme.ts';
import { actionBar, presentationBar, statusBar } from './bars.ts';
import { createCanvas } from './canvas.ts';
import { askText } from './dialog.ts';
import { editBar } from './edit-bar.ts';
import type { EditBarSpec } from './edit-bar.ts';
import { createHandles } from './edit-handles.ts';
import { createFilterPane } from './filter-pane.ts';
import { createFocus } from './focus.ts';
import { createFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { createOverlay } from './overlay.ts';
import type { Cover } from './overlay.ts';
import { createTabs } from './tabs.ts';
import { titleOf } from '../visuals/title.ts';
import { visualMenu } from './visual-menu.ts';
import type { AuthorTools } from './visual-menu.ts';

export type Stage = ReturnType<typeof createStage>;

/** The document around the report: bars, tabs, panes and the canvas with its frames. */
export function createStage(root: HTMLElement, app: () => App) {
  const { room, canvas, lay, fit } = createCanvas();
  const [tabs, overlay, focus, pane] = [createTabs(), createOverlay(), createFocus(), createFilterPane(app)];
  const [top, bottom] = [element('header', { class: 'bar-slot' }), element('footer', { class: 'bar-slot' })];
  const heading = element('h1', { class: 'sr-only' });
  // Titles of visuals stand below a heading of the page; where its author wrote none, this is it.
  const subheading = element('h2', { class: 'sr-only' });
  room.prepend(heading, subheading);
  const middle = element('div', { class: 'middle' }, element('div', { class: 'room-box' }, room, focus.element), pane.element);
  root.append(top, middle, tabs.element, bottom, overlay.element);
  let frames = new Map<string, Frame>();
  let shown = '';
  let presentation: { at: number } | undefined;

  const authorTools = (page: PageDefinition, name: string): AuthorTools => {
    const place = { page: page.name, visual: name };
    const change = (update: (visual: VisualDefinition) => VisualDefinition) =>
      app().actions.edit((report) => withVisual(report, place, update));
    return {
      retype: (type) => change((visual) => retyped(visual, type)),
      retitle: async (visual) => {
        const say = sayOf(app().session);
        const wanted = { title: say('edit_title'), label: say('title'), value: titleOf(visual, say), confirm: say('apply') };
        const title = await askText(root, say, wanted);
        if (title !== undefined) change((one) => ({ ...one, title }));
      },
    };
  };

  const handlesFor = (page: PageDefinition, frame: Frame, box: Box): HTMLElement => {
    const say = sayOf(app().session);
    const { name } = frame.definition;
    return createHandles({
      scale: () => canvas.getBoundingClientRect().width / canvas.offsetWidth,
      label: titleOf(frame.definition, say) || say(`type_${frame.definition.type}`),
      help: say('move_help'),
      box: () => box,
      preview: (next) => frame.place(next, true),
      commit(next) {
        const placed = placedOn(page, next);
        const layout = { ...placed, z: layerOf(page, name, placed) };
        app().actions.edit((report) => withVisual(report, { page: page.name, visual: name }, (visual) => ({ ...visual, layout })));
        frame.element.querySelector<HTMLElement>('.edit-cover')?.focus({ preventScroll: true });
      },
    });
  };

  const tileCover = (frame: Frame): HTMLElement => {
    const say = sayOf(app().session);
    const title = titleOf(frame.definition, say);
    const open = () => app().actions.followTile(frame.definition.name);
    return button(say('open_tile', { title }), { class: 'tile-cover', title: say('open_tile', { title }) }, open, '');
  };

  const frameFor = (page: PageDefinition, name: string): Frame | undefined => {
    const definition = page.visuals.find((visual) => visual.name === name);
    return (
      definition &&
      createFrame(definition, {
        say: () => sayOf(app().session),
        retry: () => app().actions.redraw(),
        menu: (frame) =>
          visualMenu(frame, {
            settings: app().session?.settings ?? {},
            say: sayOf(app().session),
            download: ({ definition: visual }) => void app().actions.download(visual),
            focus: (one, withTable) => focus.open(one, withTable, sayOf(app().session)),
            sort: ({ definition: visual }, sort) => app().actions.sortBy(page.name, visual.name, sort),
            command: ({ definition: visual }, command) => app().actions.runCommand(visual.name, command),
            edit: app().session?.mode === 'edit' ? authorTools(page, name) : undefined,
          }),
      })
    );
  };

  const clearFrames = (): void => {
    focus.close();
    for (const frame of frames.values()) frame.dispose();
    frames = new Map();
  };

  const editBarOf = (session: Session, report: Opened): EditBarSpec => {
    const { actions } = app();
    return {
      say: sayOf(session),
      name: report.source.report.name,
      changed: isChanged(report),
      canUndo: report.undo.length > 0,
      canSave: maySave(session),
      canCopy: mayCopy(session),
      copy: session.keptCopy?.report === report.source.report ? session.keptCopy.name : undefined,
      problem: session.editProblem,
      onUndo: () => actions.undo(),
      onSave: () => void actions.keep(),
      onCopy: () => void actions.askCopy(),
    };
  };

  const drawBars = (session: Session, report: Opened): void => {
    const { actions } = app();
    const say = sayOf(session);
    const { bookmarks } = report.source.report;
    const settings = chromeSettings(session.settings);
    const apply = (name: string) => {
      const view = bookmarkedView(report.source.report, report.view, { name });
      if (view) actions.applyView(view, name);
    };
    const lost = document.activeElement?.closest('.edit-bar') && document.activeElement.getAttribute('data-action');
    top.replaceChildren(
      ...(session.mode === 'edit' ? [editBar(editBarOf(session, report))] : []),
      ...(settings.actionBar
        ? [
            actionBar({
              say,
              bookmarks,
              onRefresh: () => actions.refresh(),
              onPrint: () => actions.print(),
              onReset: () => actions.reset(),
              onBookmark: apply,
            }),
          ]
        : []),
    );
    if (lost)
      (
        top.querySelector<HTMLElement>(`[data-action="${lost}"]:enabled`) ?? top.querySelector<HTMLElement>('.edit-bar button:enabled')
      )?.focus();
    const now = presentation && bookmarks[presentation.at];
    const onZoom = (zoom: number) => actions.changeSettings(deepMerge(session.settings, { zoomLevel: zoom }));
    const move = (by: number) => {
      const next = presentation && bookmarks[presentation.at + by];
      if (!presentation || !next) return;
      presentation = { at: presentation.at + by };
      apply(next.name);
    };
    const stop = () => {
      presentation = undefined;
      drawBars(session, report);
      fit();
    };
    bottom.replaceChildren(
      ...(now
        ? [
            presentationBar({
              say,
              name: now.display_name,
              at: presentation?.at ?? 0,
              count: bookmarks.length,
              onMove: move,
              onClose: stop,
            }),
          ]
        : []),
      ...(settings.statusBar ? [statusBar({ say, zoom: zoomLevel(session.settings), onZoom })] : []),
    );
  };

  room.addEventListener('click', (event) => {
    if (event.target === room || event.target === canvas || event.target === canvas.parentElement) app().actions.clearSelection();
  });

  return {
    fit,
    drawBars,
    askCopyName(name: string): Promise<string | undefined> {
      const say = sayOf(app().session);
      const value = say('copy_of', { name });
      return askText(root, say, { title: say('save_as'), label: say('report_name'), value, confirm: say('save'), required: true });
    },
    cover: (cover: Cover | undefined) => overlay.show(cover),

    /** A new load: what was there is gone. */
    begin(session: Session, theme: Theme): void {
      clearFrames();
      shown = '';
      presentation = undefined;
      overlay.show(undefined);
      document.documentElement.lang = sessionLanguage(session);
      paint(root, theme);
      root.classList.add('opening');
      root.classList.toggle('transparent', chromeSettings(session.settings).transparent);
    },

    /** Puts bars, tabs, panes and frames where the settings want them. */
    arrange(session: Session, report: Opened, page: PageDefinition, layout: PageLayout, theme: Theme): Map<string, Frame> {
      const { source } = report;
      const settings = chromeSettings(session.settings);
      const say = sayOf(session);
      const editing = session.mode === 'edit';
      document.documentElement.lang = sessionLanguage(session);
      document.title = source.report.name;
      root.classList.remove('opening');
      root.classList.toggle('transparent', settings.transparent);
      root.classList.toggle('phone', layout.phone);
      root.classList.toggle('editing', editing);
      root.classList.toggle('tabs-left', settings.navigation.left);
      paint(root, theme);

      const pages = source.report.pages.filter((one) => !one.hidden || one.name === page.name);
      tabs.element.hidden = !settings.navigation.visible || pages.length < 2;
      tabs.draw({ pages, active: page.name, label: say('pages'), onChoose: (name) => app().actions.setPage(name) });
      // Only when it moves: an element that is put where it stands loses the focus.
      const inPlace = settings.navigation.left ? middle.firstChild === tabs.element : middle.nextSibling === tabs.element;
      if (!inPlace && settings.navigation.left) middle.prepend(tabs.element);
      else if (!inPlace) middle.after(tabs.element);
      pane.element.hidden = !settings.filters.visible || layout.phone;
      pane.draw(settings.filters.expanded);
      drawBars(session, report);

      canvas.setAttribute('aria-label', page.display_name);
      heading.textContent = `${source.report.name}: ${page.display_name}`;
      subheading.textContent = page.display_name;
      subheading.hidden = layout.placed.some(({ visual }) => visual.type === 'textbox');
      if (shown !== page.name) {
        clearFrames();
        // Another page is read from its beginning.
        room.scrollTo(0, 0);
      }
      shown = page.name;
      const names = new Set(layout.placed.map(({ visual }) => visual.name));
      for (const [name, frame] of frames) {
        if (names.has(name)) continue;
        frame.dispose();
        frames.delete(name);
      }
      lay(layout, zoomLevel(session.settings));
      for (const { visual, box } of layout.placed.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) {
        const former = frames.get(visual.name);
        const known = former?.definition.type === visual.type ? former : undefined;
        const held = former !== known && former?.element.contains(document.activeElement);
        if (former !== known) former?.dispose();
        const frame = known ?? frameFor(page, visual.name);
        if (!frame) continue;
        frames.set(visual.name, frame);
        frame.definition = visual;
        frame.place(box, editing || (report.tiles.length === 0 && headerVisible(session.settings, visual)));
        if (!known) canvas.append(frame.element);
        const focused = held || (document.activeElement?.matches('.edit-cover') && frame.element.contains(document.activeElement));
        const handles = editing ? handlesFor(page, frame, box) : report.tiles.length > 0 ? tileCover(frame) : undefined;
        frame.handles(handles);
        if (focused) handles?.focus({ preventScroll: true });
      }
      return frames;
    },

    /** Once everything is drawn. */
    settled(): void {
      focus.redraw();
    },

    /** Starts (1) or ends (0) the presentation of bookmarks. */
    present(on: boolean): void {
      presentation = on ? { at: 0 } : undefined;
      const { session } = app();
      if (session?.report) drawBars(session, session.report);
      fit();
    },

    closeOverlays(): void {
      focus.close();
      for (const frame of frames.values()) frame.close();
    },
  };
}
