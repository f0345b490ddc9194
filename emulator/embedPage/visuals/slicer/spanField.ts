import { element } from '../../../visuals/element.ts';
import { icon } from '../../dom.ts';
import { isoDay, parseDate } from '../../../visuals/view/dates.ts';

export type SpanField = {
  element: HTMLElement;
  /** Where its end is typed. */
  input: HTMLInputElement;
  /** Lets a calendar open between these days; without them the field holds a number. */
  dated: (days: { least: Date; most: Date; now: Date } | undefined) => void;
};

/**
 * A field for one end of a range. Days are typed as the report writes them; the browser's own field would write them
 * as the browser does. Its calendar stays: it opens at the edge of the field, by pointer alone.
 */
export function createSpanField(onDay: (day: Date) => void): SpanField {
  const input = element('input', { class: 'span-field', type: 'text', autocomplete: 'off' });
  const picker = element('input', { class: 'span-picker', type: 'date', tabindex: -1, 'aria-hidden': 'true' });
  const calendar = element('span', { class: 'span-calendar', hidden: true }, icon('calendar'), picker);
  picker.addEventListener('change', () => {
    const day = parseDate(picker.value);
    if (day) onDay(day);
  });
  return {
    element: element('div', { class: 'span-end' }, input, calendar),
    input,
    dated(days) {
      input.inputMode = days ? '' : 'decimal';
      calendar.hidden = !days;
      if (days) [picker.min, picker.max, picker.value] = [isoDay(days.least), isoDay(days.most), isoDay(days.now)];
    },
  };
}
