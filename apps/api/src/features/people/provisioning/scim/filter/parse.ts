/** Filters of SCIM (RFC 7644, 3.4.2.2): the whole grammar, with limits of length, depth and number of conditions. */
import type { Attribute, Kind, Place } from '../attributes.ts';
import { placeOf } from '../attributes.ts';
import { refuse } from '../scimError.ts';

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

export type Compared = string | boolean | null;

export type Filter =
  | { is: 'and' | 'or'; parts: Filter[] }
  | { is: 'not'; part: Filter }
  | { is: 'present'; place: Place }
  | { is: 'compare'; place: Place; operator: Operator; value: Compared }
  /** Elements of a list that fulfil a filter of their own, whose places are parts of the element. */
  | { is: 'element'; place: Place; part: Filter };

const limits = { characters: 4000, depth: 12, conditions: 40 };

const invalid = (detail: string): never => refuse(400, 'invalidFilter', detail);

type Token = { kind: '(' | ')' | '[' | ']' | 'word' | 'value' | 'end'; text: string; value: Compared };

const word = /[.A-Za-z$][\w$:.-]*/y;
const text = /"(?:[^"\\]|\\.)*"/y;
const number = /-?\d[\d.eE+-]*/y;

const literals = new Map<string, Compared>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function matchAt(expression: RegExp, source: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(source)?.[0] ?? null;
}

function readText(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return invalid('A text in the filter cannot be read.');
  }
}

function tokenAt(source: string, at: number): Token {
  const [sign = ''] = source.slice(at, at + 1);
  if (sign === '(' || sign === ')' || sign === '[' || sign === ']') return { kind: sign, text: sign, value: null };
  const quoted = matchAt(text, source, at);
  if (quoted !== null) return { kind: 'value', text: quoted, value: readText(quoted) };
  const counted = matchAt(number, source, at);
  if (counted !== null) return { kind: 'value', text: counted, value: counted };
  const name = matchAt(word, source, at);
  return name === null ? invalid(`The filter cannot be read at character ${at + 1}.`) : { kind: 'word', text: name, value: null };
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length;) {
    if (/\s/.test(source.charAt(at))) {
      at++;
      continue;
    }
    const token = tokenAt(source, at);
    tokens.push(token);
    at += token.text.length;
    if (tokens.length > limits.conditions * 8) invalid('The filter has too many conditions.');
  }
  return tokens;
}

const end: Token = { kind: 'end', text: '', value: null };

class Reader {
  private at = 0;
  private conditions = 0;
  private readonly tokens: readonly Token[];
  private readonly kind: Kind;

  constructor(source: string, kind: Kind) {
    this.tokens = tokensOf(source);
    this.kind = kind;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? end;
  }

  private next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private takes(expected: string): boolean {
    if (this.peek().text.toLowerCase() !== expected || this.peek().kind === 'value') return false;
    this.at++;
    return true;
  }

  private expect(expected: Token['kind']): void {
    if (this.next().kind !== expected) invalid(`The filter lacks a "${expected}".`);
  }

  all(): Filter {
    const filter = this.either(null, 0);
    if (this.peek().kind !== 'end') invalid(`The filter does not end before "${this.peek().text.slice(0, 40)}".`);
    return filter;
  }

  private either(within: Attribute | null, depth: number): Filter {
    const parts = [this.both(within, depth)];
    while (this.takes('or')) parts.push(this.both(within, depth));
    return parts.length === 1 ? (parts[0] as Filter) : { is: 'or', parts };
  }

  private both(within: Attribute | null, depth: number): Filter {
    const parts = [this.single(within, depth)];
    while (this.takes('and')) parts.push(this.single(within, depth));
    return parts.length === 1 ? (parts[0] as Filter) : { is: 'and', parts };
  }

  private single(within: Attribute | null, depth: number): Filter {
    if (depth > limits.depth) invalid('The filter is nested too deeply.');
    if (this.takes('not')) {
      this.expect('(');
      return { is: 'not', part: this.closed(within, depth) };
    }
    if (this.takes('(')) return this.closed(within, depth);
    return this.condition(within, depth);
  }

  private closed(within: Attribute | null, depth: number): Filter {
    const filter = this.either(within, depth + 1);
    this.expect(')');
    return filter;
  }

  private placeOf(path: string, within: Attribute | null): Place {
    if (within === null) return placeOf(this.kind, path) ?? invalid(`There is no attribute ${path.slice(0, 120)}.`);
    const sub = within.sub.find(({ name }) => name.toLowerCase() === path.toLowerCase());
    return sub ? { attribute: sub, sub: null, extended: false } : invalid(`${within.name} has no ${path.slice(0, 120)}.`);
  }

  private condition(within: Attribute | null, depth: number): Filter {
    if (++this.conditions > limits.conditions) invalid('The filter has too many conditions.');
    const { kind, text: path } = this.next();
    if (kind !== 'word') return invalid('The filter lacks the name of an attribute.');
    const place = this.placeOf(path, within);
    if (this.takes('[')) return this.element(place, within, depth);
    return this.said(place);
  }

  /** `emails[type eq "work"]`, and as Entra writes it with a part behind: `emails[type eq "work"].value eq "x"`. */
  private element(place: Place, within: Attribute | null, depth: number): Filter {
    if (within !== null || place.sub !== null || place.attribute.sub.length === 0)
      invalid('Brackets stand behind a complex attribute alone.');
    const inner = this.either(place.attribute, depth + 1);
    this.expect(']');
    const behind = this.peek();
    if (behind.kind !== 'word' || !behind.text.startsWith('.')) return { is: 'element', place, part: inner };
    this.at++;
    const more = this.said(this.placeOf(behind.text.slice(1), place.attribute));
    return { is: 'element', place, part: { is: 'and', parts: [inner, more] } };
  }

  /** What is said of a place: that it is there, or how it compares. */
  private said(place: Place): Filter {
    const word = this.next().text.toLowerCase();
    if (word === 'pr') return { is: 'present', place };
    return this.comparison(place, operators.find((known) => known === word) ?? invalid(`There is no operator ${word.slice(0, 40)}.`));
  }

  private comparison(place: Place, operator: Operator): Filter {
    const { kind, text: written, value } = this.next();
    const literal = literals.get(written.toLowerCase());
    if (kind !== 'value' && (kind !== 'word' || literal === undefined)) return invalid('The filter lacks a value.');
    const compared = comparable(place);
    return { is: 'compare', place: compared, operator, value: checked(compared, operator, kind === 'value' ? value : (literal ?? null)) };
  }
}

/** What is compared of a complex attribute that is named alone: its value. */
function comparable(place: Place): Place {
  if (place.sub !== null || place.attribute.type !== 'complex') return place;
  const sub = place.attribute.sub.find(({ name }) => name === 'value');
  return sub ? { ...place, sub } : invalid(`${place.attribute.name} can only be compared by its parts.`);
}

const orders: ReadonlySet<Operator> = new Set(['gt', 'ge', 'lt', 'le']);
const contains: ReadonlySet<Operator> = new Set(['co', 'sw', 'ew']);

/** A value that fits the attribute: booleans also as texts, as Entra writes them. */
function checked({ attribute, sub }: Place, operator: Operator, value: Compared): Compared {
  const { type, name } = sub ?? attribute;
  if (value === null) return operator === 'eq' || operator === 'ne' ? null : invalid('Null is only equal or not.');
  if (type === 'boolean') {
    if (operator !== 'eq' && operator !== 'ne') invalid(`${name} is only equal or not.`);
    const read = typeof value === 'string' ? literals.get(value.toLowerCase()) : value;
    return typeof read === 'boolean' ? read : invalid(`${name} is true or false.`);
  }
  if (typeof value !== 'string') return invalid(`${name} is compared with a text.`);
  if (type === 'dateTime') {
    if (contains.has(operator)) invalid(`${name} is a time, of which nothing is contained.`);
    if (!isTime(value)) invalid(`${name} is compared with a time.`);
  }
  if (type === 'binary' && orders.has(operator)) invalid(`${name} has no order.`);
  return value;
}

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i;
const isTime = (written: string): boolean => time.test(written) && !Number.isNaN(Date.parse(written));

/** Reads a filter. Refuses with `invalidFilter` what is no filter, or too much of one. */
export function parseFilter(source: string, kind: Kind): Filter {
  if (source.length > limits.characters) invalid('The filter is too long.');
  return new Reader(source, kind).all();
}

/** The path of a PATCH with a filter in it: `emails[type eq "work"].value`. */
export function parseElementFilter(source: string, attribute: Attribute, kind: Kind): Filter {
  const filter = parseFilter(`${attribute.name}[${source}]`, kind);
  return filter.is === 'element' ? filter.part : refuse(400, 'invalidPath', 'The path cannot be read.');
}
