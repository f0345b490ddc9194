import type { VisualDefinition } from '../../definitions/report.ts';
import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import type { Box } from '../../visuals/view/layout.ts';
import type { Say } from '../../visuals/words/words.ts';
import { hasNoSlices } from '../visuals/noSlices.ts';
import { titleOf } from '../../visuals/title.ts';
import { mounts } from '../visuals/visuals.ts';
import type { VisualEnvironment } from '../visuals/visual.ts';
import type { VisualModel } from '../../visuals/visual.ts';
import { createMenu } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { readingTable } from './readingTable.ts';

export type FrameHost = {
  say: () => Say;
  menu: (frame: Frame) => MenuItem[];
  retry: () => void;
};

export type Frame = {
  /** What it shows; a new definition of the same type takes its place. */
  definition: VisualDefinition;
  element: HTMLElement;
  /** What was drawn last. */
  drawn(): { model: VisualModel; environment: VisualEnvironment } | undefined;
  place: (box: Box, tools: boolean) => void;
  draw: (model: VisualModel, environment: VisualEnvironment) => Promise<void>;
  wait: () => void;
  fail: (problem: EmbedProblem) => void;
  /** While the report is edited, handles lie over the visual. */
  handles: (made: HTMLElement | undefined) => void;
  close: () => void;
  dispose: () => void;
};

const plain = new Set<VisualDefinition['type']>(['textbox', 'actionButton']);
/** A visual that needs no keyboard inside still has to be reached to be read. */
const still = new Set<VisualDefinition['type']>(['card', 'kpi']);
const readable = new Set<VisualDefinition['type']>([
  'clusteredBarChart',
  'clusteredColumnChart',
  'stackedColumnChart',
  'lineChart',
  'areaChart',
  'pieChart',
  'donutChart',
  'scatterChart',
  'map',
]);

/** The frame around a visual: title, tools, waiting, failure. */
export function createFrame(first: VisualDefinition, host: FrameHost): Frame {
  const { type } = first;
  const title = element('h3', { class: 'visual-title' });
  const clear = button('', { class: 'tool', hidden: true }, () => last?.environment.slice([]), icon('erase'));
  const crumbs = element('span', { class: 'visual-crumbs', hidden: true });
  const up = button('', { class: 'tool', hidden: true }, () => last?.environment.drillUp(), icon('drill_up'));
  const down = button('', { class: 'tool', hidden: true }, () => last?.environment.toggleDrilling(), icon('drill_down'));
  const showDrill = ({ steps, deeper, on }: VisualModel['drill'], say: Say): void => {
    crumbs.hidden = steps.length === 0;
    crumbs.textContent = steps.map((step) => `› ${step}`).join(' ');
    up.hidden = steps.length === 0;
    down.hidden = !deeper;
    for (const [tool, word] of [
      [up, say('drill_up')],
      [down, say('drill_down')],
    ] as const) {
      tool.title = word;
      tool.setAttribute('aria-label', `${word}: ${title.textContent}`);
    }
    down.setAttribute('aria-pressed', String(on));
  };
  const body = element('div', { class: 'visual-body' });
  const notice = element('div', { class: 'visual-notice', hidden: true });
  const noticeRoom = element('div', { class: 'visual-notice-room' }, notice);
  const reading = element('div', { class: 'sr-only' });
  const root = element('section', {
    class: `visual visual-${type}`,
    'data-visual': first.name,
    role: 'group',
    tabindex: still.has(type) ? 0 : undefined,
  });
  let last: { model: VisualModel; environment: VisualEnvironment } | undefined;

  let laid: HTMLElement | undefined;

  const frame: Frame = {
    definition: first,
    element: root,
    drawn: () => last,
    place(box, tools) {
      for (const [name, value] of [
        ['left', box.x],
        ['top', box.y],
        ['width', box.width],
        ['height', box.height],
      ] as const)
        root.style[name] = `${value}px`;
      root.style.zIndex = String(Math.round(box.z));
      root.classList.toggle('no-tools', !tools);
      const say = host.say();
      const text = titleOf(frame.definition, say);
      title.textContent = text;
      title.title = text;
      menu.label(`${say('more_options')}: ${text}`);
      clear.setAttribute('aria-label', `${say('clear')}: ${text}`);
      root.setAttribute('aria-label', say('visual_of', { type: say(`type_${type}`), title: text }));
    },
    async draw(model, environment) {
      last = { model, environment };
      await view.draw(model, environment);
      root.classList.remove('waiting');
      clear.hidden = model.slicer.length === 0;
      showDrill(model.drill, environment.say);
      const bare = model.data.main?.rows.length === 0 && type !== 'slicer';
      const empty = bare || hasNoSlices(model);
      notice.hidden = !empty;
      body.classList.toggle('veiled', empty);
      if (empty) notice.replaceChildren(element('p', {}, environment.say(bare ? 'no_data' : 'no_slices')));
      if (readable.has(type)) readingTable(reading, model, environment);
    },
    wait() {
      root.classList.add('waiting');
      root.classList.toggle('first', last === undefined);
    },
    fail(problem) {
      const say = host.say();
      root.classList.remove('waiting');
      body.classList.add('veiled');
      notice.hidden = false;
      notice.replaceChildren(
        element('p', {}, say('visual_error')),
        element('p', { class: 'quiet', title: problem.detailedMessage }, problem.detailedMessage ?? problem.message),
        button(say('try_again'), { class: 'link' }, () => host.retry()),
      );
    },
    handles(made) {
      laid?.remove();
      laid = made;
      body.inert = made !== undefined && !plain.has(type);
      if (made) root.append(made);
    },
    close: () => menu.close(),
    dispose() {
      menu.close();
      view.dispose?.();
      root.remove();
    },
  };
  const menu = createMenu(() => host.menu(frame));
  const head = element(
    'header',
    { class: 'visual-head' },
    title,
    crumbs,
    element('div', { class: 'tools' }, up, down, clear, type === 'slicer' ? undefined : menu.element),
  );
  root.append(...(plain.has(type) ? [body] : [head, body, element('div', { class: 'progress' }), noticeRoom, reading]));
  const view = mounts[type](body);
  return frame;
}
