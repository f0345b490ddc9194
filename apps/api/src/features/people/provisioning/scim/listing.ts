/** Lists: filter, order and pages of RFC 7644, 3.4.2, with a total that is counted to the end. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Ask } from './ask.ts';
import type { Kind } from './attributes.ts';
import { listResponse, placeOf } from './attributes.ts';
import { compileFilter, compileOrder } from './filter/compile.ts';
import { parseFilter } from './filter/parse.ts';
import type { Row } from './resources.ts';
import { belongingOf, shortcuts, source } from './resources.ts';
import { refuse } from './scimError.ts';
import type { Json, JsonObject } from './values.ts';

const pageMost = 100;

export type Question = {
  filter: string | null;
  sortBy: string | null;
  descending: boolean;
  start: number;
  count: number;
  attributes: string[];
  excluded: string[];
};

const wholeNumber = (name: string, value: Json | undefined): number | null => {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : refuse(400, 'invalidValue', `${name} is no whole number.`);
};

const names = (value: Json | undefined): string[] =>
  [value ?? []]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(',').map((name) => name.trim()) : []))
    .filter((name) => name !== '')
    .slice(0, 100);

/** Parameters by their names in any letter case, of a query or of a body of `/.search`. */
export function questionOf(given: JsonObject): Question {
  const at = (name: string) => Object.entries(given).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const textOf = (name: string): string | null => {
    const value = at(name);
    if (value === undefined || value === null || value === '') return null;
    return typeof value === 'string' ? value : refuse(400, 'invalidValue', `${name} is no text.`);
  };
  return {
    filter: textOf('filter'),
    sortBy: textOf('sortBy'),
    descending: textOf('sortOrder')?.toLowerCase() === 'descending',
    start: Math.min(Math.max(1, wholeNumber('startIndex', at('startIndex')) ?? 1), 2_000_000_000),
    count: Math.min(Math.max(0, wholeNumber('count', at('count')) ?? pageMost), pageMost),
    attributes: names(at('attributes')),
    excluded: names(at('excludedAttributes')),
  };
}

/** How many there are. Of all people of a unit the seats are counted already. */
function totalOf(kind: Kind, { view }: Ask, matching: RawBuilder<unknown>, isAll: boolean): RawBuilder<{ total: number }> {
  if (isAll && kind === 'user' && view.rehearsal === null)
    return sql<{ total: number }>`select (s.used + (select count(*) from membership m where m.state = 'inactive'))::int as total
      from unit_seats s where s.tenant_id = app_setting('tenant_id')::uuid`;
  return sql<{ total: number }>`select count(*)::int as total from (${source(kind, view)}) as r where ${matching}`;
}

const orderOf = (kind: Kind, ask: Ask, { sortBy, descending }: Question): RawBuilder<unknown> => {
  if (sortBy === null) return sql`r.id`;
  const place = placeOf(kind, sortBy) ?? refuse(400, 'invalidPath', `There is no attribute ${sortBy.slice(0, 120)}.`);
  return sql`${compileOrder(place, kind, belongingOf(ask.view))} ${descending ? sql`desc nulls last` : sql`asc nulls last`}, r.id`;
};

export async function rowsOf(kind: Kind, ask: Ask, question: Question): Promise<{ total: number; rows: Row[] }> {
  const filter = question.filter === null ? null : parseFilter(question.filter, kind);
  const matching = filter ? sql`${compileFilter(filter, kind, belongingOf(ask.view))} and ${shortcuts(filter, kind, ask.view)}` : sql`true`;
  const offset = question.start - 1;
  const page = sql`limit ${sql.lit(question.count)} ${offset === 0 ? sql`` : sql`offset ${offset}`}`;
  // Of everybody the page is found first, and only who stands on it is looked up.
  const isPlain = kind === 'user' && ask.view.rehearsal === null && filter === null && question.sortBy === null;
  const rows = isPlain
    ? sql<Row>`select r.* from (${source(kind, ask.view)}) as r
        where r.id = any (array(select m.id from membership m where m.state <> 'deactivated' order by m.id ${page})) order by r.id`
    : sql<Row>`select r.* from (${source(kind, ask.view)}) as r where ${matching} order by ${orderOf(kind, ask, question)} ${page}`;
  const [found, [count]] = await ask.run(rows, totalOf(kind, ask, matching, filter === null));
  return { total: count?.total ?? 0, rows: found };
}

export const listed = (total: number, start: number, resources: readonly JsonObject[]): JsonObject => ({
  schemas: [listResponse],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: [...resources],
});

/** Which parts of a resource the directory wants: what it names, or everything but that. The id always. */
export function projected(resource: JsonObject, { attributes, excluded }: Pick<Question, 'attributes' | 'excluded'>): JsonObject {
  const bareName = (path: string) =>
    path.toLowerCase().replace(/^urn:[^ ]*:(?=[^:]*$)/, (urn) => (urn.endsWith('user:') || urn.endsWith('group:') ? '' : urn));
  const wanted = new Set(
    [...attributes, ...excluded].flatMap((path) => [path.toLowerCase(), bareName(path), bareName(path).split('.')[0] ?? '']),
  );
  const isNamed = (name: string) => wanted.has(name.toLowerCase()) || [...wanted].some((path) => path.startsWith(`${name.toLowerCase()}:`));
  if (attributes.length === 0 && excluded.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      if (name === 'id' || name === 'schemas') return true;
      return attributes.length > 0 ? isNamed(name) : !isNamed(name);
    }),
  );
}
