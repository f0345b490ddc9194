/** Between the contract's slides and what stands in the form. */
import type { Slide, SlideInput } from '@vitrine/contract/features/playlists.ts';

/** One filter is enough for a wall; what was stored with more keeps them. */
export type SlideDraft = {
  /** The form's own, so that a report may stand twice. */
  id: string;
  label: string;
  report_id: string;
  shown: boolean;
  seconds: number | '';
  page: string | null;
  filter: { table: string; column: string; values: string[] } | null;
  others: SlideInput['filters'];
};

let next = 1;
const newId = (): string => `slide-${next++}`;

/** A slide for a report that was just chosen. */
export const newSlide = ({ id, title }: { id: string; title: string }): SlideDraft => ({
  id: newId(),
  label: title,
  report_id: id,
  shown: true,
  seconds: '',
  page: null,
  filter: null,
  others: [],
});

export function draftOf({ report_id, title, shown, seconds, page, filters }: Slide): SlideDraft {
  const [first, ...others] = filters;
  const filter = first ? { table: first.table, column: first.column, values: first.values.map(String) } : null;
  return { id: newId(), label: title, report_id, shown, seconds: seconds ?? '', page, filter, others };
}

/** A text that is a number is sent as one: a year in a model is hardly ever a text. */
const valueOf = (text: string): string | number => (/^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text);

export const inputOf = ({ report_id, seconds, page, filter, others }: SlideDraft): SlideInput => ({
  report_id,
  seconds: seconds === '' ? null : seconds,
  page,
  filters: [...(filter ? [{ table: filter.table, column: filter.column, values: filter.values.map(valueOf) }] : []), ...others],
});
