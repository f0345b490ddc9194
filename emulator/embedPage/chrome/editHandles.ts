import { element } from '../../visuals/element.ts';
import { gridStep } from '../state/editing.ts';
import type { Box } from '../../visuals/view/layout.ts';

export type HandlesHost = {
  /** How many pixels of the screen one unit of the page has. */
  scale: () => number;
  label: string;
  help: string;
  box: () => Box;
  /** Shows a place while it is being chosen. */
  preview: (box: Box) => void;
  /** The place has been chosen. */
  commit: (box: Box) => void;
};

const edges = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'] as const;
type Edge = (typeof edges)[number];
const smallest = 40;

/** The box after its edge was pulled, or after all of it was. */
function pulled(start: Box, edge: Edge | undefined, dx: number, dy: number): Box {
  if (!edge) return { ...start, x: start.x + dx, y: start.y + dy };
  const box = { ...start };
  if (edge.includes('e')) box.width = Math.max(smallest, start.width + dx);
  if (edge.includes('s')) box.height = Math.max(smallest, start.height + dy);
  if (edge.includes('w')) {
    box.width = Math.max(smallest, start.width - dx);
    box.x = start.x + start.width - box.width;
  }
  if (edge.includes('n')) {
    box.height = Math.max(smallest, start.height - dy);
    box.y = start.y + start.height - box.height;
  }
  return box;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-gridStep, 0],
  ArrowRight: [gridStep, 0],
  ArrowUp: [0, -gridStep],
  ArrowDown: [0, gridStep],
};

/** The editing layer over a visual: drag it to move, drag its edges to resize, or use the arrow keys. */
export function createHandles(host: HandlesHost): HTMLElement {
  const badge = element('output', { class: 'edit-badge', hidden: true });
  const root = element(
    'div',
    { class: 'edit-cover', tabindex: 0, role: 'button', 'aria-label': `${host.label}. ${host.help}` },
    ...edges.map((edge) => element('span', { class: `edit-edge edge-${edge}`, 'data-edge': edge })),
    badge,
  );
  const show = (box: Box): void => {
    host.preview(box);
    badge.hidden = false;
    badge.textContent = `${Math.round(box.x)}, ${Math.round(box.y)} · ${Math.round(box.width)} × ${Math.round(box.height)}`;
  };
  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const edge = edges.find((one) => event.target instanceof HTMLElement && event.target.dataset.edge === one);
    const start = host.box();
    const scale = host.scale();
    let box = start;
    root.setPointerCapture(event.pointerId);
    root.focus({ preventScroll: true });
    event.preventDefault();
    const move = (next: PointerEvent): void => {
      box = pulled(start, edge, (next.clientX - event.clientX) / scale, (next.clientY - event.clientY) / scale);
      show(box);
    };
    const end = (last: PointerEvent): void => {
      root.removeEventListener('pointermove', move);
      root.removeEventListener('pointerup', end);
      root.removeEventListener('pointercancel', end);
      badge.hidden = true;
      if (last.type === 'pointerup' && box !== start) host.commit(box);
      else host.preview(start);
    };
    root.addEventListener('pointermove', move);
    root.addEventListener('pointerup', end);
    root.addEventListener('pointercancel', end);
  });
  root.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step || event.target !== root) return;
    event.preventDefault();
    const [dx, dy] = step;
    host.commit(pulled(host.box(), event.shiftKey ? 'se' : undefined, dx, dy));
  });
  return root;
}
