/** Which slide, and which of its pages, comes after another. */
import type { Show } from '@vitrine/contract/playlists/playlists.ts';
import type { ReadySlide, WantedPage } from './readySlide.ts';

export type Move = 'next' | 'previous';

/** A slide by its position, which may lie beyond either end of the list, and which of its pages. */
export type Turn = { position: number; page: WantedPage };

export const firstTurn: Turn = { position: 0, page: 'own' };

export const isSameTurn = (one: Turn, other: Turn): boolean =>
  one.position === other.position && JSON.stringify(one.page) === JSON.stringify(other.page);

/** The same turn with a position of the list, counted on around its ends. */
export const withinList = ({ position, page }: Turn, count: number): Turn => ({ position: ((position % count) + count) % count, page });

/** Whether each page of this slide is shown: pages are slides, and the slide names no page. */
export const walksPages = (show: Show, { slide, pages }: ReadySlide): boolean =>
  show.navigate_pages && slide.page === null && pages.length > 1;

/** The slide before or after this one, or its page before or after where pages are slides. */
export function turnAfter(show: Show, ready: ReadySlide, position: number, move: Move): Turn {
  const page = walksPages(show, ready) ? ready.pages[ready.at + (move === 'next' ? 1 : -1)] : undefined;
  if (page) return { position, page: { name: page.name } };
  return move === 'next' ? { position: position + 1, page: 'own' } : { position: position - 1, page: show.navigate_pages ? 'last' : 'own' };
}
