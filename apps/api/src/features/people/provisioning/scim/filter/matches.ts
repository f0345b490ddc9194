/** Whether an element of a list fulfils a filter: for paths of PATCH, whose values are in memory. */
import type { Json, JsonObject } from '../values.ts';
import { refuse } from '../scimError.ts';
import type { Compared, Filter, Operator } from './parse.ts';

const compares: Record<Operator, (is: string, wanted: string) => boolean> = {
  eq: (is, wanted) => is === wanted,
  ne: (is, wanted) => is !== wanted,
  co: (is, wanted) => is.includes(wanted),
  sw: (is, wanted) => is.startsWith(wanted),
  ew: (is, wanted) => is.endsWith(wanted),
  gt: (is, wanted) => is > wanted,
  ge: (is, wanted) => is >= wanted,
  lt: (is, wanted) => is < wanted,
  le: (is, wanted) => is <= wanted,
};

function holds(is: Json | undefined, operator: Operator, wanted: Compared, exact: boolean): boolean {
  if (operator === 'ne') return !holds(is, 'eq', wanted, exact);
  const missing = is === undefined || is === null || is === '';
  if (wanted === null) return missing;
  if (is === undefined || is === null) return false;
  if (typeof wanted === 'boolean') return is === wanted;
  const text = typeof is === 'string' ? is : JSON.stringify(is);
  const [left, right] = exact ? [text, wanted] : [text.toLowerCase(), wanted.toLowerCase()];
  return compares[operator](left, right);
}

export function matches(element: JsonObject, filter: Filter): boolean {
  switch (filter.is) {
    case 'and':
      return filter.parts.every((part) => matches(element, part));
    case 'or':
      return filter.parts.some((part) => matches(element, part));
    case 'not':
      return !matches(element, filter.part);
    case 'present':
      return !holds(element[filter.place.attribute.name], 'eq', null, true);
    case 'compare': {
      const { attribute } = filter.place;
      return holds(element[attribute.name], filter.operator, filter.value, attribute.exact);
    }
    case 'element':
      return refuse(400, 'invalidFilter', 'An element has no lists of its own.');
    default:
      return filter satisfies never;
  }
}
