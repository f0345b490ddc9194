import type { Migration } from '#platform/database/migrate.ts';

export type Comments = {
  /** Above what a migration makes, by its statement's beginning (`table report`, `function app_setting`) or column (`column report.title`). */
  above: (what: string) => string[];
  /** The migration that made it. */
  madeBy: (what: string) => string | undefined;
};

const made = /^create (?:unique )?(table|function|index|policy|trigger) (?:if not exists )?("?\w+"?)(?:.* on (\w+))?/;

/**
 * What the migrations say in comments: the catalogue of the database knows the final tables, but not the reasons. Where
 * several files speak of the same, the last one counts.
 */
export function readComments(migrations: Migration[]): Comments {
  const said = new Map<string, string[]>();
  const makers = new Map<string, string>();

  for (const { name, text } of migrations) {
    let table: string | undefined;
    let comment: string[] = [];
    for (const line of text.split('\n')) {
      if (line.trim().startsWith('--')) {
        comment.push(line.trim());
        continue;
      }
      const what = whatIsMade(line, table);
      if (what?.startsWith('table ')) table = what.slice('table '.length);
      else if (line.startsWith('alter table')) table = /^alter table (\w+)/.exec(line)?.[1];
      else if (line.endsWith(';')) table = undefined;
      if (what !== undefined) {
        if (!makers.has(what)) makers.set(what, name);
        if (comment.length > 0) said.set(what, comment);
      }
      comment = [];
    }
  }
  return {
    above: (what) => said.get(what) ?? [],
    madeBy: (what) => makers.get(what),
  };
}

/** What a line of a migration makes; inside a table, or an `alter table`, that is a column. */
function whatIsMade(line: string, table: string | undefined): string | undefined {
  const statement = made.exec(line.replace('create or replace', 'create'));
  if (statement !== null) {
    const [, kind, name = '', on] = statement;
    return kind === 'policy' || kind === 'trigger' ? `${kind} ${on ?? ''}.${name}` : `${kind} ${name}`;
  }
  const column = table === undefined ? null : /^ {2}(?:(?:add|alter) column )?"?([a-z_]+)"? /.exec(line);
  return column === null ? undefined : `column ${table}.${column[1]}`;
}
