import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Icon } from '../dom.ts';
import type { Say } from '../../visuals/words/words.ts';

export type ActionBarSpec = {
  say: Say;
  bookmarks: { name: string; display_name: string }[];
  onRefresh: () => void;
  onPrint: () => void;
  onReset: () => void;
  onBookmark: (name: string) => void;
};

/** The thin bar above the report, where the host wants one. */
export function actionBar({ say, bookmarks, onRefresh, onPrint, onReset, onBookmark }: ActionBarSpec): HTMLElement {
  const action = (name: Icon, label: string, run: () => void) =>
    button(label, { class: 'action' }, run, icon(name), element('span', {}, label));
  const select = element(
    'select',
    { class: 'action', 'aria-label': say('bookmarks') },
    element('option', { value: '' }, say('bookmarks')),
    ...bookmarks.map((bookmark) => element('option', { value: bookmark.name }, bookmark.display_name)),
  );
  select.addEventListener('change', () => {
    if (select.value) onBookmark(select.value);
    select.value = '';
  });
  return element(
    'div',
    { class: 'action-bar', role: 'toolbar', 'aria-label': say('report') },
    action('refresh', say('refresh'), onRefresh),
    action('erase', say('reset'), onReset),
    action('print', say('print'), onPrint),
    bookmarks.length > 0 && select,
  );
}

export type StatusBarSpec = { say: Say; zoom: number; onZoom: (zoom: number) => void };

const zoomStep = 0.1;

export function statusBar({ say, zoom, onZoom }: StatusBarSpec): HTMLElement {
  const step = (by: number) => onZoom(Math.min(4, Math.max(0.25, Math.round((zoom + by) * 100) / 100)));
  return element(
    'div',
    { class: 'status-bar' },
    button(say('zoom_out'), { class: 'tool', title: say('zoom_out') }, () => step(-zoomStep), '−'),
    element('output', {}, `${Math.round(zoom * 100)}%`),
    button(say('zoom_in'), { class: 'tool', title: say('zoom_in') }, () => step(zoomStep), '+'),
    button(say('zoom_fit'), { class: 'tool', title: say('zoom_fit') }, () => onZoom(1), icon('focus')),
  );
}

export type PresentationSpec = { say: Say; name: string; at: number; count: number; onMove: (by: number) => void; onClose: () => void };

/** The bar of a bookmark presentation. */
export function presentationBar({ say, name, at, count, onMove, onClose }: PresentationSpec): HTMLElement {
  return element(
    'div',
    { class: 'presentation-bar', role: 'toolbar', 'aria-label': say('bookmarks') },
    button(say('previous'), { class: 'action', disabled: at <= 0 }, () => onMove(-1)),
    element('span', { 'aria-live': 'polite' }, `${name} (${at + 1}/${count})`),
    button(say('next'), { class: 'action', disabled: at >= count - 1 }, () => onMove(1)),
    button(say('close'), { class: 'tool' }, onClose, icon('close')),
  );
}
