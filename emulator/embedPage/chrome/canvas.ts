import { element } from '../../visuals/element.ts';
import { canvasScale } from '../../visuals/view/layout.ts';
import type { PageLayout } from '../../visuals/view/layout.ts';
import { displayOption } from '../../visuals/view/settings.ts';

/** The report's page in its own units, scaled to the room that bars and panes leave. */
export function createCanvas(): {
  room: HTMLElement;
  canvas: HTMLElement;
  lay: (layout: PageLayout, zoom: number) => void;
  fit: () => void;
} {
  const canvas = element('div', { class: 'canvas', id: 'canvas', role: 'tabpanel' });
  const sizer = element('div', { class: 'sizer' }, canvas);
  const room = element('main', { class: 'room' }, sizer);
  let laid: { layout: PageLayout; zoom: number } | undefined;

  const apply = (scale: number, layout: PageLayout): void => {
    canvas.style.width = `${layout.width}px`;
    canvas.style.height = `${layout.height}px`;
    canvas.style.transform = scale === 1 ? '' : `scale(${scale})`;
    sizer.style.width = `${layout.width * scale}px`;
    sizer.style.height = `${layout.height * scale}px`;
  };
  const fit = (): void => {
    if (!laid) return;
    const { layout, zoom } = laid;
    // Scroll bars are set by hand: left to the browser, they take room, which changes the scale, which takes them away.
    room.style.overflow = 'hidden';
    const { clientHeight: height } = room;
    let scale = canvasScale(layout, { width: room.clientWidth, height }, zoom);
    if (layout.height * scale > height + 0.5) {
      room.style.overflowY = 'scroll';
      if (layout.display === displayOption.fitToWidth) scale = canvasScale(layout, { width: room.clientWidth, height }, zoom);
    }
    if (layout.width * scale > room.clientWidth + 0.5) room.style.overflowX = 'scroll';
    apply(scale, layout);
  };
  new ResizeObserver(fit).observe(room, { box: 'border-box' });

  // On paper the whole page fits the sheet, whatever the window shows.
  const sheetWidth = 1040;
  window.addEventListener('beforeprint', () => laid && apply(Math.min(1, sheetWidth / laid.layout.width), laid.layout));
  window.addEventListener('afterprint', fit);

  return {
    room,
    canvas,
    lay(layout, zoom) {
      laid = { layout, zoom };
      fit();
    },
    fit,
  };
}
