/** Provisioning of people by a directory: its tokens and its log. The protocol stands in `scim`. */
import * as contract from '@vitrine/contract/people/provisioning.ts';
import type { ScimLine } from '@vitrine/contract/people/provisioning.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { every, holdsWords, listPage, pageOf } from '#platform/http/list.ts';
import { addToken, listTokens, removeToken, setRehearsal, updateToken } from './tokens.ts';

const namesShown = 8;

/** Names of people, and of those who are only rehearsed. */
const namesOf = (column: 'added' | 'removed') => sql`array(
  select n.name from (
    select p.name, m.id from membership m join person p on p.id = m.person_id where m.id = any (${sql.ref(`l.${column}`)})
    union all select coalesce(nullif(h.resource ->> 'displayName', ''), h.name), h.id from scim_rehearsal h
      where l.rehearsal and h.token_id = l.token_id and h.kind = 'user' and h.id = any (${sql.ref(`l.${column}`)})
        and not exists (select from membership m where m.id = h.id)
  ) as n order by lower(n.name), n.id limit ${sql.lit(namesShown)})`;

const rows = sql`l.id, l.at, l.token_name, l.rehearsal, l.kind, l.name, l.user_name, l.asked, l.outcome, l.reason, l.detail, l.changes,
  case when l.kind = 'user' then (select m.id from membership m where m.id = l.object_id) else (select g.id from user_group g where g.id = l.object_id) end as object_id,
  ${namesOf('added')} as added, cardinality(l.added) as added_count, ${namesOf('removed')} as removed, cardinality(l.removed) as removed_count`;

export function provisioning(serve: Serve): void {
  serve(contract.tokens, (ctx) => listTokens(ctx));
  serve(contract.add, (ctx, { body }) => addToken(ctx, body));
  serve(contract.update, (ctx, { body }) => updateToken(ctx, body));
  serve(contract.setRehearsal, (ctx, { body }) => setRehearsal(ctx, body));
  serve(contract.remove, (ctx, { query }) => removeToken(ctx, query));
  serve(contract.log, (ctx, { query: wanted }) => {
    const { q, outcome, kind, rehearsal, object_id } = wanted;
    const inGroup = sql`exists (select from membership m join person p on p.id = m.person_id
      where m.id = any (l.added || l.removed) and ${holdsWords(q, sql`p.name`, sql`p.email`)})`;
    const matching = every(
      q === '' ? undefined : sql`(${holdsWords(q, sql`l.name`, sql`l.user_name`)} or ${inGroup})`,
      outcome ? sql`l.outcome = ${outcome}` : undefined,
      kind ? sql`l.kind = ${kind}` : undefined,
      rehearsal ? sql`l.rehearsal = ${rehearsal === 'yes'}` : undefined,
      object_id ? sql`(l.object_id = ${object_id} or ${object_id}::uuid = any (l.added || l.removed))` : undefined,
    );
    const direction = wanted.sort === '-at' ? sql`desc` : sql`asc`;
    return listPage(
      ctx,
      wanted,
      sql<ScimLine>`select ${rows} from scim_log l where ${matching} order by l.id ${direction} ${pageOf(wanted)}`,
      sql`select from scim_log l where ${matching}`,
    );
  });
}
