/** The form of a kind of what waits. A kind is a file here; `kinds.ts` lists them, and nothing else knows them. */
import type { WaitingKind } from '@vitrine/contract/reading/home.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Today } from '#domain/waiting/conditions.ts';

/** When it is asked, and which reporting accounts `a` whoever asks may see. */
export type Asked = Today & { reach: RawBuilder<boolean> };

export type Waits<Kind extends WaitingKind = WaitingKind> = {
  kind: Kind;
  /** One row with its `tenant_id` for each that waits, of all rows that the scope sees. */
  rows: (at: Asked) => RawBuilder<unknown>;
};

/** Names a kind. */
export const waits = <Kind extends WaitingKind>(kind: Kind, rows: Waits<Kind>['rows']): Waits<Kind> => ({ kind, rows });

/** How many wait of each kind, in the order of the list; kinds of which nothing waits are left out. */
export const counted = <Kind extends WaitingKind>(kinds: readonly Waits<Kind>[], at: Asked): RawBuilder<{ kind: Kind; count: number }> =>
  sql<{
    kind: Kind;
    count: number;
  }>`select kind, count(*)::int as count from (${united(kinds, at)}) as waiting group by kind, place order by place`;

/** The same as a table of `tenant_id`, `kind` and `count`. */
export const countedByUnit = (kinds: readonly Waits[], at: Asked): RawBuilder<unknown> =>
  sql`select tenant_id, kind, place, count(*)::int as count from (${united(kinds, at)}) as waiting group by tenant_id, kind, place`;

const united = (kinds: readonly Waits[], at: Asked): RawBuilder<unknown> =>
  sql.join(
    kinds.map(
      ({ kind, rows }, place) =>
        sql`select tenant_id, ${kind}::text as kind, ${sql.lit(place)} as place from (${rows(at)}) as ${sql.id(kind)}`,
    ),
    sql` union all `,
  );
