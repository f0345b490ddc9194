import pg from 'pg';

type Parse = (text: string) => unknown;

/** Refuses a count or amount that a number cannot hold exactly. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} from the database does not fit a number`);
  return value;
}

const timestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)*)$/;

/**
 * timestamptz as an ISO string in UTC: milliseconds like Date.toISOString(), or microseconds when there are any,
 * so that a cursor made of it finds its row again.
 */
export function parseTimestamp(text: string): string {
  const match = timestamp.exec(text);
  if (match === null) throw new RangeError(`timestamptz ${text} from the database has no ISO form`);
  const [, day, time, fraction = '', offset] = match;
  const utc = offset === '+00' ? `${day}T${time}` : new Date(`${day}T${time}${withMinutes(offset)}`).toISOString().slice(0, 19);
  return `${utc}.${fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0')}Z`;
}

function withMinutes(offset = ''): string {
  return offset.length === 3 ? `${offset}:00` : offset;
}

const textArrayType: number = 1009;
const parseTextArray: (text: string) => unknown[] = pg.types.getTypeParser(textArrayType, 'text');

function arrayOf(parse: Parse): Parse {
  const mapItem = (item: unknown): unknown => (Array.isArray(item) ? item.map(mapItem) : typeof item === 'string' ? parse(item) : item);
  return (text) => parseTextArray(text).map(mapItem);
}

const asText: Parse = (text) => text;

const parsers = new Map<number, Parse>([
  [20, parseInt8],
  [1016, arrayOf(parseInt8)],
  [1184, parseTimestamp],
  [1185, arrayOf(parseTimestamp)],
  [1082, asText],
  [1182, arrayOf(asText)],
  [1114, asText],
  [1115, arrayOf(asText)],
  [1186, asText],
  [1187, arrayOf(asText)],
  [1231, arrayOf(asText)],
  [1041, arrayOf(asText)],
]);

/** How a column's text becomes a value. For our clients only: pg's global parsers stay unchanged. */
export function parserOf(typeOid: number): Parse {
  const known: Parse = parsers.get(typeOid) ?? pg.types.getTypeParser(typeOid, 'text');
  return known;
}
