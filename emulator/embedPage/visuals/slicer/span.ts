import { element } from '../../../visuals/element.ts';
import type { Formatter } from '../../../visuals/format/format.ts';
import type { QueryTable } from '../../../definitions/queries.ts';
import { isoDay, parseDate } from '../../../visuals/view/dates.ts';
import { columnTarget, fieldName } from '../../../visuals/view/fields.ts';
import { chosenSpan, spanFilter } from '../../../visuals/slicers/choice.ts';
import type { Span } from '../../../visuals/slicers/choice.ts';
import { createSpanField } from './spanField.ts';
import type { SpanField } from './spanField.ts';
import type { VisualModel } from '../../../visuals/visual.ts';
import type { MountVisual } from '../visual.ts';

const dayMs = 86_400_000;

/** How the values of a field lie on the slider, in its fields and in words. */
type Scale = {
  toNumber(value: string | number): number;
  toValue(position: number): string | number;
  /** Where a handle stops that is let go here. */
  snap(position: number): number;
  /** What stands in a field, and back. */
  write(position: number): string;
  read(text: string): number | undefined;
  say(position: number): string;
};

/** Dates slide in whole days, and are written as the reader's language does. */
function dateScale(format: Formatter, column: QueryTable['columns'][number] | undefined): Scale {
  const toNumber = (value: string | number): number => Math.round((parseDate(String(value))?.getTime() ?? 0) / dayMs);
  const toValue = (position: number): string => isoDay(new Date(position * dayMs));
  return {
    toNumber,
    toValue,
    snap: Math.round,
    write: (position) => format.day(new Date(position * dayMs), column),
    read(text) {
      const day = format.parseDay(text, column);
      return day && toNumber(isoDay(day));
    },
    say: (position) => (column ? format.full(toValue(position), column) : toValue(position)),
  };
}

/** Numbers slide in steps that can be read, and are written as the reader's language does. */
function numberScale(format: Formatter, column: QueryTable['columns'][number] | undefined, step: number): Scale {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const pattern = column?.type === 'integer' ? '0' : `#,0.${'#'.repeat(Math.max(2, digits))}`;
  const write = (position: number): string =>
    format.full(position, { field: column?.field ?? { table: '', column: '' }, type: 'number', format: pattern });
  return {
    toNumber: Number,
    toValue: (position) => position,
    snap: (position) => Number((Math.round(position / step) * step).toFixed(digits)),
    write,
    read: (text) => format.parse(text),
    say: write,
  };
}

/** A power of ten of which about two hundred lie between the ends. */
function niceStep(least: number, most: number, whole: boolean): number {
  const rough = (most - least) / 200;
  if (rough <= 0) return 1;
  return Math.max(whole ? 1 : 0, 10 ** Math.floor(Math.log10(rough)));
}

type SpanRange = { least: number; most: number; dated: boolean; step: number; scale: Scale };

/** Between which ends a field can be filtered; undefined when it has no values. */
function rangeOf({ definition, data }: Pick<VisualModel, 'definition' | 'data'>, format: Formatter): SpanRange | undefined {
  const [least, most] = data.main?.rows[0] ?? [];
  if (least === null || most === null || least === undefined || most === undefined) return undefined;
  const column = data.main?.columns[0];
  const dated = definition.slicer?.mode === 'date' || parseDate(least) !== undefined;
  const dates = dateScale(format, column);
  const [first, last] = dated ? [dates.toNumber(String(least)), dates.toNumber(String(most))] : [Number(least), Number(most)];
  const step = niceStep(first, last, dated || (Number.isInteger(first) && Number.isInteger(last)));
  return { least: first, most: last, dated, step, scale: dated ? dates : numberScale(format, column, step) };
}

/** From–to, by two fields and a slider with two handles; for numbers and for dates. */
export const mountSpan: MountVisual = (host) => {
  /** A day that is chosen in a calendar is typed for the reader. */
  const fieldFor = (side: 'from' | 'to'): SpanField =>
    createSpanField((day) => {
      const { input } = fields[side];
      input.value = scale?.write(day.getTime() / dayMs) ?? input.value;
      enter();
    });
  const fields = { from: fieldFor('from'), to: fieldFor('to') };
  const [from, to] = [fields.from.input, fields.to.input];
  const [low, high] = [element('input', { type: 'range', class: 'span-low' }), element('input', { type: 'range', class: 'span-high' })];
  const track = element('div', { class: 'span-track' }, element('i'), low, high);
  const box = element('div', { class: 'span' }, element('div', { class: 'span-fields' }, fields.from.element, fields.to.element), track);
  const none = element('div', { class: 'quiet', hidden: true });
  host.append(box, none);
  let apply: (span: Span) => void = () => undefined;
  let scale: Scale | undefined;
  let limits = { least: 0, most: 0 };

  const paintTrack = (): void => {
    const width = Math.max(1e-9, limits.most - limits.least);
    track.style.setProperty('--from', `${((Number(low.value) - limits.least) / width) * 100}%`);
    track.style.setProperty('--to', `${((Number(high.value) - limits.least) / width) * 100}%`);
  };
  /** An end that stands at its limit does not filter. */
  const submit = (start: number, end: number): void => {
    if (!scale) return;
    const [a, b] = start <= end ? [start, end] : [end, start];
    apply({
      ...(a > limits.least && { from: scale.toValue(Math.max(a, limits.least)) }),
      ...(b < limits.most && { to: scale.toValue(Math.min(b, limits.most)) }),
    });
  };
  const handle = (slider: HTMLInputElement): number => {
    const position = Number(slider.value);
    return position <= limits.least || position >= limits.most ? position : (scale?.snap(position) ?? position);
  };
  const slide = (): void => {
    if (!scale) return;
    if (Number(low.value) > Number(high.value)) [low.value, high.value] = [high.value, low.value];
    from.value = scale.write(handle(low));
    to.value = scale.write(handle(high));
    paintTrack();
  };
  for (const slider of [low, high]) {
    slider.addEventListener('input', slide);
    slider.addEventListener('change', () => submit(handle(low), handle(high)));
  }
  /** A field that says what its handle does means exactly that: it may show fewer decimals. */
  const positionOf = (field: HTMLInputElement, slider: HTMLInputElement, limit: number): number | undefined => {
    if (field.value.trim() === '') return limit;
    const position = Number(slider.value);
    return field.value === scale?.write(position) ? position : scale?.read(field.value);
  };
  const enter = (): void => {
    const start = positionOf(from, low, limits.least);
    const end = positionOf(to, high, limits.most);
    if (start !== undefined && end !== undefined) submit(start, end);
    else slide();
  };
  for (const field of [from, to]) field.addEventListener('change', enter);

  return {
    draw({ definition, data, slicer }, { format, say, slice }) {
      const [field] = definition.category;
      const range = rangeOf({ definition, data }, format);
      box.hidden = !field || !range;
      none.hidden = !box.hidden;
      none.textContent = box.hidden ? say('nothing_found') : '';
      if (!field || !range) return;
      const { least: first, most: last, dated, step, scale: now } = range;
      limits = { least: first, most: last };
      scale = now;
      const chosen = chosenSpan(slicer);
      const start = chosen.from === undefined ? first : now.toNumber(chosen.from);
      const end = chosen.to === undefined ? last : now.toNumber(chosen.to);
      const name = definition.title || fieldName(field);
      apply = (span) => slice(spanFilter(columnTarget(field), span));
      for (const [slider, position, word] of [
        [low, start, 'from'],
        [high, end, 'to'],
      ] as const) {
        const { input, dated: holdsDay } = fields[word];
        slider.min = String(first);
        slider.max = String(last);
        // Every end can be reached: from the least in steps, the most often cannot.
        slider.step = step === 1 ? '1' : 'any';
        slider.value = String(position);
        slider.setAttribute('aria-label', `${name}: ${say(word)}`);
        slider.setAttribute('aria-valuetext', now.say(position));
        const day = (at: number) => new Date(at * dayMs);
        holdsDay(dated ? { least: day(first), most: day(last), now: day(position) } : undefined);
        input.value = now.write(position);
        input.setAttribute('aria-label', `${name}: ${say(word)}`);
      }
      paintTrack();
    },
  };
};
