import { element } from '../../dom.ts';
import { isoDay, parseDate } from '../../state/dates.ts';
import { columnTarget, fieldName } from '../../state/fields.ts';
import { chosenSpan, spanFilter } from './choice.ts';
import type { Span } from './choice.ts';
import type { MountVisual } from '../visual.ts';

const dayMs = 86_400_000;

type Scale = { toNumber(value: string | number): number; toValue(position: number): string | number };

/** Dates slide in whole days, numbers as they are. */
const dateScale: Scale = {
  toNumber: (value) => Math.round((parseDate(String(value))?.getTime() ?? 0) / dayMs),
  toValue: (position) => isoDay(new Date(position * dayMs)),
};
const numberScale: Scale = { toNumber: Number, toValue: (position) => position };

function niceStep(least: number, most: number, whole: boolean): number {
  const rough = (most - least) / 200;
  if (whole || rough <= 0) return 1;
  return 10 ** Math.floor(Math.log10(rough));
}

/** From–to, by two fields and a slider with two handles; for numbers and for dates. */
export const mountSpan: MountVisual = (host) => {
  const [from, to] = [element('input', { class: 'span-field' }), element('input', { class: 'span-field' })];
  const [low, high] = [element('input', { type: 'range', class: 'span-low' }), element('input', { type: 'range', class: 'span-high' })];
  const track = element('div', { class: 'span-track' }, element('i'), low, high);
  host.append(element('div', { class: 'span' }, element('div', { class: 'span-fields' }, from, to), track));
  let apply: (span: Span) => void = () => undefined;
  let scale = numberScale;
  let limits = { least: 0, most: 0 };

  const paintTrack = (): void => {
    const width = Math.max(1e-9, limits.most - limits.least);
    track.style.setProperty('--from', `${((Number(low.value) - limits.least) / width) * 100}%`);
    track.style.setProperty('--to', `${((Number(high.value) - limits.least) / width) * 100}%`);
  };
  /** An end that stands at its limit does not filter. */
  const submit = (start: number, end: number): void => {
    const [a, b] = start <= end ? [start, end] : [end, start];
    apply({
      ...(a > limits.least && { from: scale.toValue(Math.max(a, limits.least)) }),
      ...(b < limits.most && { to: scale.toValue(Math.min(b, limits.most)) }),
    });
  };
  const slide = (): void => {
    if (Number(low.value) > Number(high.value)) [low.value, high.value] = [high.value, low.value];
    from.value = String(scale.toValue(Number(low.value)));
    to.value = String(scale.toValue(Number(high.value)));
    paintTrack();
  };
  for (const slider of [low, high]) {
    slider.addEventListener('input', slide);
    slider.addEventListener('change', () => submit(Number(low.value), Number(high.value)));
  }
  for (const field of [from, to]) {
    field.addEventListener('change', () => {
      const start = from.value === '' ? limits.least : scale.toNumber(from.value);
      const end = to.value === '' ? limits.most : scale.toNumber(to.value);
      if (Number.isFinite(start) && Number.isFinite(end)) submit(start, end);
    });
  }

  return {
    draw({ definition, data, slicer }, environment) {
      const [field] = definition.category;
      const [least, most] = data.main?.rows[0] ?? [];
      if (!field || least === null || most === null || least === undefined || most === undefined) return;
      const dated = definition.slicer?.mode === 'date' || parseDate(least) !== undefined;
      scale = dated ? dateScale : numberScale;
      limits = { least: scale.toNumber(String(least)), most: scale.toNumber(String(most)) };
      const whole = dated || (Number.isInteger(limits.least) && Number.isInteger(limits.most));
      const step = niceStep(limits.least, limits.most, whole);
      const chosen = chosenSpan(slicer);
      const start = chosen.from === undefined ? limits.least : scale.toNumber(chosen.from);
      const end = chosen.to === undefined ? limits.most : scale.toNumber(chosen.to);
      const name = definition.title || fieldName(field);
      apply = (span) => environment.slice(spanFilter(columnTarget(field), span));
      for (const [input, position, word] of [
        [from, start, 'from'],
        [to, end, 'to'],
      ] as const) {
        input.type = dated ? 'date' : 'number';
        input.value = String(scale.toValue(position));
        input.min = String(scale.toValue(limits.least));
        input.max = String(scale.toValue(limits.most));
        if (!dated) input.step = 'any';
        input.setAttribute('aria-label', `${name}: ${environment.say(word)}`);
      }
      for (const [slider, position, word] of [
        [low, start, 'from'],
        [high, end, 'to'],
      ] as const) {
        slider.min = String(limits.least);
        slider.max = String(limits.most);
        slider.step = whole ? String(step) : 'any';
        slider.value = String(position);
        slider.setAttribute('aria-label', `${name}: ${environment.say(word)}`);
        slider.setAttribute('aria-valuetext', String(scale.toValue(position)));
      }
      paintTrack();
    },
  };
};
