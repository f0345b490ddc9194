import type { PageDefinition } from '../../definitions/report.ts';
import { titleOf } from '../../visuals/title.ts';
import type { Box, PageLayout } from '../../visuals/view/layout.ts';
import { headerVisible } from '../../visuals/view/settings.ts';
import { button } from '../dom.ts';
import type { App } from '../session/app.ts';
import { sayOf } from '../session/language.ts';
import type { LoadedReport, Session } from '../session/session.ts';
import { authorTools, handlesFor } from './authorTools.ts';
import type { Focus } from './focus.ts';
import { createFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { visualMenu } from './visualMenu.ts';

type Surroundings = { root: HTMLElement; canvas: HTMLElement; focus: Focus };

/** The frames of the visuals on the canvas. */
export type ReportFrames = {
  /** Puts a frame for each visual of the layout in its place, and takes the others away. */
  place: (session: Session, report: LoadedReport, page: PageDefinition, layout: PageLayout) => Map<string, Frame>;
  /** Takes all of them away. */
  clear: () => void;
  /** Closes what is open in them: menus and the like. */
  close: () => void;
};

function tileCover(app: App, frame: Frame): HTMLElement {
  const say = sayOf(app.session);
  const title = titleOf(frame.definition, say);
  const open = () => app.actions.followTile(frame.definition.name);
  return button(say('open_tile', { title }), { class: 'tile-cover', title: say('open_tile', { title }) }, open, '');
}

function frameFor(app: App, { root, focus }: Surroundings, page: PageDefinition, name: string): Frame | undefined {
  const definition = page.visuals.find((visual) => visual.name === name);
  return (
    definition &&
    createFrame(definition, {
      say: () => sayOf(app.session),
      retry: () => app.actions.redraw(),
      menu: (frame) =>
        visualMenu(frame, {
          settings: app.session?.settings ?? {},
          say: sayOf(app.session),
          download: ({ definition: visual }) => void app.actions.download(visual),
          focus: (one, withTable) => focus.open(one, withTable, sayOf(app.session)),
          sort: ({ definition: visual }, sort) => app.actions.sortBy(page.name, visual.name, sort),
          command: ({ definition: visual }, command) => app.actions.runCommand(visual.name, command),
          edit: app.session?.mode === 'edit' ? authorTools(app, root, page, name) : undefined,
        }),
    })
  );
}

export function createReportFrames(app: () => App, surroundings: Surroundings): ReportFrames {
  const { canvas, focus } = surroundings;
  let frames = new Map<string, Frame>();

  /** What lies over a visual: handles for its author, a way to its report for a tile. */
  const coverOf = (session: Session, report: LoadedReport, page: PageDefinition, frame: Frame, box: Box): HTMLElement | undefined => {
    if (session.mode === 'edit') return handlesFor(app(), canvas, page, frame, box);
    return report.tiles.length > 0 ? tileCover(app(), frame) : undefined;
  };

  const placeOne = (session: Session, report: LoadedReport, page: PageDefinition, { visual, box }: PageLayout['placed'][number]): void => {
    const former = frames.get(visual.name);
    const known = former?.definition.type === visual.type ? former : undefined;
    const held = former !== known && former?.element.contains(document.activeElement);
    if (former !== known) former?.dispose();
    const frame = known ?? frameFor(app(), surroundings, page, visual.name);
    if (!frame) return;
    frames.set(visual.name, frame);
    frame.definition = visual;
    frame.place(box, session.mode === 'edit' || (report.tiles.length === 0 && headerVisible(session.settings, visual)));
    if (!known) canvas.append(frame.element);
    const focused = held || (document.activeElement?.matches('.edit-cover') && frame.element.contains(document.activeElement));
    const cover = coverOf(session, report, page, frame, box);
    frame.handles(cover);
    if (focused) cover?.focus({ preventScroll: true });
  };

  return {
    place(session, report, page, { placed }) {
      const names = new Set(placed.map(({ visual }) => visual.name));
      for (const [name, frame] of frames) {
        if (names.has(name)) continue;
        frame.dispose();
        frames.delete(name);
      }
      for (const one of placed.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) placeOne(session, report, page, one);
      return frames;
    },
    clear() {
      focus.close();
      for (const frame of frames.values()) frame.dispose();
      frames = new Map();
    },
    close() {
      focus.close();
      for (const frame of frames.values()) frame.close();
    },
  };
}
