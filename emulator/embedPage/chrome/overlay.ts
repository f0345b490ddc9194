import { element } from '../../visuals/element.ts';

export type Cover = { title: string; text: string; details?: string };

/** A message that covers the report when nothing of it can be shown. */
export function createOverlay(): { element: HTMLElement; show: (cover: Cover | undefined) => void } {
  const root = element('div', { class: 'overlay', role: 'alert', hidden: true });
  return {
    element: root,
    show(cover) {
      root.hidden = cover === undefined;
      root.replaceChildren(
        ...(cover
          ? [
              element(
                'div',
                { class: 'overlay-box' },
                element('h1', {}, cover.title),
                element('p', {}, cover.text),
                cover.details !== undefined && element('code', {}, cover.details),
              ),
            ]
          : []),
      );
    },
  };
}
