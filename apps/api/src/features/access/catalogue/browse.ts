/** The catalogue: title, description and cover of reports, and the caller's state for each. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/access/catalogue.ts';
import type { CatalogueReport } from '@vitrine/contract/access/catalogue.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { pictureAddress } from '#platform/files/address.ts';
import type { ListAnswer } from '#platform/http/list.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { coverOf } from '#domain/reportAccess/cover.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { againAt, askAgainAfterMs, before } from '#domain/reportAccess/requestTimes.rules.ts';

type Query = Input<typeof contract.browse>['query'];
type Row = Omit<CatalogueReport, 'again_at' | 'cover'> & { denied_at: string | null; cover_id: string | null };

/** The person's open request and last denial for a report `r`. */
const own = (ctx: Context, state: 'open' | 'denied') => sql`
  select q.id, q.answer, q.decided_at from catalogue_request q
  where q.report_id = r.id and q.membership_id = ${ctx.actor.membership_id}::uuid and q.asked_by is null and q.state = ${state}
  order by q.created_at desc limit 1`;

export async function browseCatalogue(ctx: Context, wanted: Query): Promise<ListAnswer<CatalogueReport>> {
  const now = ctx.now();
  const state = sql`
    case when ${isVisible(ctx)} then 'visible' when open.id is not null then 'open'
      when denied.decided_at > ${before(now, askAgainAfterMs)} then 'waiting' else 'free' end`;
  const matching = sql`
    from report r
    join report_group g on g.id = r.group_id
    left join person owner on owner.id = r.owner_id
    left join lateral (${own(ctx, 'open')}) as open on true
    left join lateral (${own(ctx, 'denied')}) as denied on true
    where ${every(
      sql`r.show_in_catalogue and r.active`,
      wanted.report_id === undefined ? undefined : sql`r.id = ${wanted.report_id}`,
      wanted.group_id === undefined ? undefined : sql`r.group_id = ${wanted.group_id}`,
      wanted.state === undefined ? undefined : sql`${state} = ${wanted.state}`,
      wanted.q === '' ? undefined : holdsWords(wanted.q, sql`r.title`, sql`r.description`, sql`r.catalogue_description`, sql`g.name`),
    )}`;
  const rows = sql<Row>`
    select r.id, r.title, coalesce(nullif(r.catalogue_description, ''), r.description) as description, r.group_id, g.name as group_name,
      owner.name as owner_name, ${coverOf} as cover_id, ${state} as state, open.id as request_id, denied.decided_at as denied_at, denied.answer,
      (select max(f.ended_at) from dataset_refresh f where f.dataset_id = r.dataset_id and f.state = 'completed') as refreshed_at
    ${matching} ${orderBy(wanted.sort, { title: sql`r.title_sort` }, sql`r.id`)} ${pageOf(wanted)}`;
  const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${matching}`);
  const shown = ({ denied_at, cover_id, ...row }: Row): CatalogueReport => ({
    ...row,
    cover: pictureAddress(ctx, cover_id),
    again_at: row.state === 'waiting' ? againAt(denied_at, now) : null,
  });
  return { data: data.map(shown), meta };
}
