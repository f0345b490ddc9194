/** Converts between the contract's slides and form values. */
import type { Slide, SlideInput } from '@vitrine/contract/playlists/playlists.ts';

/** The form has one filter; slides that were stored with more keep them. */
export type SlideDraft = {
  /** Id of the form's entry, because a report may occur twice. */
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

/** A text that is a number is sent as a number, because years in models are rarely texts. */
const valueOf = (text: string): string | number => (/^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text);

export const inputOf = ({ report_id, seconds, page, filter, others }: SlideDraft): SlideInput => ({
  report_id,
  seconds: seconds === '' ? null : seconds,
  page,
  filters: [...(filter ? [{ table: filter.table, column: filter.column, values: filter.values.map(valueOf) }] : []), ...others],
});
