/**
 * Filters as conditions of SQL, on the sources of `resources.ts`. Every value is a parameter; names come from the schema alone. A missing
 * value equals null and nothing else; `ne` is what `eq` is not.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Attribute, Kind, Place } from '../attributes.ts';
import { enterprise } from '../attributes.ts';
import { refuse } from '../scimError.ts';
import type { Compared, Filter, Operator } from './parse.ts';

type Sql = RawBuilder<unknown>;

/** Columns of a source `r`, by the attributes that have one. */
const columns: Record<Kind, Record<string, Sql>> = {
  user: {
    id: sql`r.id::text`,
    externalId: sql`r.external_id`,
    userName: sql`r.name`,
    active: sql`r.active`,
    'meta.created': sql`r.created_at`,
    'meta.lastModified': sql`r.changed_at`,
    'meta.resourceType': sql`'User'::text`,
  },
  group: {
    id: sql`r.id::text`,
    externalId: sql`r.external_id`,
    displayName: sql`r.name`,
    'meta.created': sql`r.created_at`,
    'meta.lastModified': sql`r.changed_at`,
    'meta.resourceType': sql`'Group'::text`,
  },
};

/** Lists that the portal keeps in a table of its own: rows with the columns of their parts. `belongs` is what source they come from. */
export type Belonging = Record<'groups' | 'members', Sql>;

const instant = (value: string) => new Date(Date.parse(value)).toISOString();

function compared(is: Sql, { type, exact }: Attribute, operator: Operator, value: string): Sql {
  if (type === 'dateTime') {
    const [left, right] = [sql`date_trunc('milliseconds', (${is})::timestamptz)`, sql`${instant(value)}::timestamptz`];
    return operator === 'co' || operator === 'sw' || operator === 'ew' ? sql`false` : sql`${left} ${orders[operator]} ${right}`;
  }
  const [left, right] = exact ? [is, sql`${value}::text`] : [sql`lower(${is})`, sql`lower(${value}::text)`];
  switch (operator) {
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return sql`starts_with(${left}, ${right})`;
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`;
    case 'eq':
    case 'ne':
      return sql`${left} = ${right}`;
    default:
      return sql`${left} collate "C" ${orders[operator]} ${right} collate "C"`;
  }
}

const orders: Record<Exclude<Operator, 'co' | 'sw' | 'ew'>, Sql> = {
  eq: sql`=`,
  ne: sql`=`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

const isThere = (is: Sql, { type }: Attribute): Sql =>
  type === 'boolean' || type === 'dateTime' ? sql`${is} is not null` : sql`coalesce(${is}, '') <> ''`;

/** Never unknown, so that `not` is its opposite. */
function condition(is: Sql, attribute: Attribute, operator: Operator, value: Compared): Sql {
  const opposite = operator === 'ne';
  const holds =
    value === null
      ? sql`not ${isThere(is, attribute)}`
      : typeof value === 'boolean'
        ? sql`coalesce((${is})::boolean = ${value}, false)`
        : sql`coalesce(${compared(is, attribute, operator, value)}, false)`;
  return opposite ? sql`(not (${holds}))` : sql`(${holds})`;
}

class Compiler {
  private readonly kind: Kind;
  private readonly belonging: Belonging;

  constructor(kind: Kind, belonging: Belonging) {
    this.kind = kind;
    this.belonging = belonging;
  }

  /** Where a single value stands as a text; null for elements of lists. */
  private single({ attribute, sub, extended }: Place): Sql | null {
    if (attribute.multi) return null;
    const column = columns[this.kind][sub === null ? attribute.name : `${attribute.name}.${sub.name}`];
    if (column) return column;
    const path = [...(extended ? [enterprise] : []), attribute.name, ...(sub ? [sub.name] : [])];
    return this.kind === 'user' ? sql`(r.resource #>> ${path}::text[])` : sql`null::text`;
  }

  /** Elements of a list as `e`, by which their parts are named. */
  private elements({ attribute, extended }: Place, part: (sub: Attribute) => Sql, filter: (part: (sub: Attribute) => Sql) => Sql): Sql {
    if (attribute.name === 'groups' || attribute.name === 'members')
      return sql`exists (select from (${this.belonging[attribute.name]}) as e where ${filter((sub) => sql`e.${sql.id(sub.name)}`)})`;
    const path = [...(extended ? [enterprise] : []), attribute.name];
    return sql`exists (select from jsonb_array_elements(coalesce(r.resource #> ${path}::text[], '[]')) as e (value) where ${filter(part)})`;
  }

  private inElements(place: Place, filter: (part: (sub: Attribute) => Sql) => Sql): Sql {
    return this.elements(place, (sub) => sql`(e.value ->> ${sub.name}::text)`, filter);
  }

  private compare(place: Place, operator: Operator, value: Compared): Sql {
    const { attribute, sub } = place;
    const is = this.single(place);
    if (is !== null) return condition(is, sub ?? attribute, operator, value);
    if (sub === null) return refuse(400, 'invalidFilter', `${attribute.name} can only be compared by its parts.`);
    if (operator === 'ne') return sql`(not ${this.compare(place, 'eq', value)})`;
    if (value === null) return sql`(not ${this.present(place)})`;
    return this.inElements(place, (part) => condition(part(sub), sub, operator, value));
  }

  private present(place: Place): Sql {
    const { attribute, sub, extended } = place;
    if (attribute.multi) return this.inElements(place, (part) => (sub ? isThere(part(sub), sub) : sql`true`));
    if (attribute.type !== 'complex' || sub !== null) return isThere(this.single(place) as Sql, sub ?? attribute);
    if (attribute.name === 'meta') return sql`true`;
    const path = [...(extended ? [enterprise] : []), attribute.name];
    return sql`(r.resource #> ${path}::text[] is not null)`;
  }

  private element(filter: Filter, part: (sub: Attribute) => Sql): Sql {
    switch (filter.is) {
      case 'and':
      case 'or':
        return joined(
          filter.is,
          filter.parts.map((one) => this.element(one, part)),
        );
      case 'not':
        return sql`(not ${this.element(filter.part, part)})`;
      case 'present':
        return isThere(part(filter.place.attribute), filter.place.attribute);
      case 'compare':
        return condition(part(filter.place.attribute), filter.place.attribute, filter.operator, filter.value);
      case 'element':
        return refuse(400, 'invalidFilter', 'An element has no lists of its own.');
      default:
        return filter satisfies never;
    }
  }

  filter(filter: Filter): Sql {
    switch (filter.is) {
      case 'and':
      case 'or':
        return joined(
          filter.is,
          filter.parts.map((part) => this.filter(part)),
        );
      case 'not':
        return sql`(not ${this.filter(filter.part)})`;
      case 'present':
        return this.present(filter.place);
      case 'compare':
        return this.compare(filter.place, filter.operator, filter.value);
      case 'element':
        if (!filter.place.attribute.multi) return refuse(400, 'invalidFilter', 'Brackets stand behind a list alone.');
        return this.inElements(filter.place, (part) => this.element(filter.part, part));
      default:
        return filter satisfies never;
    }
  }

  order({ attribute, sub, extended }: Place): Sql {
    const place = attribute.type === 'complex' && sub === null ? (attribute.sub.find(({ name }) => name === 'value') ?? null) : sub;
    const is = this.single({ attribute, sub: place, extended });
    if (is !== null) return (place ?? attribute).type === 'string' ? sql`lower(${is}) collate "C"` : is;
    // Of a list the first among its elements, or the first of all (RFC 7644, 3.4.2.3).
    const path = [...(extended ? [enterprise] : []), attribute.name];
    return this.kind === 'user' && place
      ? sql`(select lower(e.value ->> ${place.name}::text) collate "C" from jsonb_array_elements(coalesce(r.resource #> ${path}::text[], '[]')) with ordinality as e (value, at)
          order by coalesce(e.value ->> 'primary', '') = 'true' desc, e.at limit 1)`
      : sql`null::text`;
  }
}

function joined(by: 'and' | 'or', parts: readonly Sql[]): Sql {
  return sql`(${sql.join(parts, by === 'and' ? sql` and ` : sql` or `)})`;
}

export const compileFilter = (filter: Filter, kind: Kind, belonging: Belonging): Sql => new Compiler(kind, belonging).filter(filter);
export const compileOrder = (place: Place, kind: Kind, belonging: Belonging): Sql => new Compiler(kind, belonging).order(place);
