import { QueryError } from './queryError.ts';

/** SQL text with its bound values, so that nothing a reader sends ever becomes text of a statement. */
type SqlValue = string | number | boolean;
export type Sql = {
  text: string;
  values: SqlValue[];
  /** Is never null, so that nobody needs to ask. */
  certain?: true;
};

export function certain(value: Sql): Sql {
  return { text: `(${value.text})`, values: value.values, certain: true };
}

/** An expression that stands several times in another, and that in a third, would fill the memory with its text. */
const longestText = 2_000_000;

function bounded(one: Sql): Sql {
  if (one.text.length > longestText)
    throw new QueryError('QueryNotSupported', 'The query is too large: its calculations stand too often inside of each other.');
  return one;
}

/** A piece of SQL: embedded pieces are spliced in, everything else is bound. */
export function sql(strings: TemplateStringsArray, ...parts: (Sql | SqlValue)[]): Sql {
  let text = strings[0] ?? '';
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (typeof part === 'object') {
      text += part.text;
      for (const value of part.values) values.push(value);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  });
  return bounded({ text, values });
}

/** A quoted name of a table or column. */
export function identifier(name: string): Sql {
  return { text: `"${name.replaceAll('"', '""')}"`, values: [] };
}

export function joined(parts: Sql[], separator: string): Sql {
  return bounded({ text: parts.map((part) => part.text).join(separator), values: parts.flatMap((part) => part.values) });
}

/** SQL from the program or from a trusted model file; never from a request. */
export function trusted(text: string): Sql {
  return { text, values: [] };
}

export function allOf(conditions: Sql[]): Sql {
  return conditions.length === 0
    ? trusted('TRUE')
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      );
}

export function anyOf(conditions: Sql[]): Sql {
  return conditions.length === 0
    ? trusted('FALSE')
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' OR ',
      );
}

/** Begins what a statement says itself when a value cannot be computed. */
export const raised = 'DAX: ';

/** An expression that ends the statement with a message, which has no quotes; it fails to be a number, so that TRY can catch it. */
export function raise(message: string): Sql {
  return sql`CAST(${raised + message} AS BIGINT)`;
}

export const nullSql = trusted('NULL');
