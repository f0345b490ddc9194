import { element } from '../visuals/element.ts';
import type { Attributes, Child } from '../visuals/element.ts';

export function button(
  label: string,
  attributes: Attributes,
  onClick: (event: MouseEvent) => void,
  ...children: Child[]
): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', 'aria-label': children.length ? label : undefined, ...attributes },
    ...(children.length ? children : [label]),
  );
  made.addEventListener('click', onClick);
  return made;
}

/** The few line icons of the page, drawn on a grid of 16. */
const paths = {
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  filter: 'M2.5 3.5h11L9.5 8.4v4.1l-3 1.5V8.4z',
  chevron: 'M5.5 3.5 10 8l-4.5 4.5',
  down: 'm4 6 4 4 4-4',
  close: 'm4 4 8 8m0-8-8 8',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.7h-2.7',
  print: 'M4.5 6V2.5h7V6m-7 5.5h-2V6.8A.8.8 0 0 1 3.3 6h9.4a.8.8 0 0 1 .8.8v4.7h-2m-7-2h7v4h-7z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.2 3.2',
  erase: 'm6 13-3.3-3.3a1 1 0 0 1 0-1.4L8.3 2.7a1 1 0 0 1 1.4 0l3.6 3.6a1 1 0 0 1 0 1.4L8 13zm0 0h7M5.5 5.5l5 5',
  focus: 'M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10m7.5 3.5h3.5V10',
  back: 'M13 8H3m4.5-4.5L3 8l4.5 4.5',
  lock: 'M5 7V5.2a3 3 0 0 1 6 0V7m-7 0h8v6.5H4z',
  drill_down: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10',
  drill_up: 'M8 13.5V6M4.8 9 8 5.8 11.2 9M3 2.5h10',
  undo: 'M5.5 3 2.5 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7',
  first: 'M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9',
  up: 'm4 10 4-4 4 4',
  calendar: 'M3 4h10v9.5H3zm0 3h10M5.5 2.5V5m5-2.5V5',
} as const;

export type Icon = keyof typeof paths;

export function icon(name: Icon): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
