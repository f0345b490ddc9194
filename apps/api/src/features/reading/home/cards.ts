/** Reports as cards, and the lists of the start page. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/home.ts';
import type { Home, ReportCard } from '@vitrine/contract/reading/home.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { coverOf } from '#domain/reportAccess/cover.ts';
import { dataAge } from '#domain/reportAccess/dataAge.ts';
import { blockedBy, isVisible } from '#domain/reportAccess/visible.ts';

const dayMs = 86_400_000;
const recentsShown = 8;
const latestShown = 10;
const latestDays = 30;
/** Number of views that are read for the recent reports, so that one report that is opened all day does not hide the others. */
const openingsRead = 400;

type Marks = Pick<ReportCard, 'id' | 'certified' | 'blocked' | 'updated'>;

/** Columns of a card of a report `r` besides its texts and picture. */
const markColumns = (ctx: Context): RawBuilder<Marks> =>
  sql<Marks>`r.id, r.certified_at is not null as certified, ${blockedBy(ctx)} as blocked, ${dataAge} as updated`;

const isFavourite = ({ actor }: Context): RawBuilder<boolean> =>
  sql<boolean>`exists (select from favourite own where own.report_id = r.id and own.person_id = ${actor.person_id})`;

/** Columns of a card, of a report `r` and its group `g`; the cover is still the id of its file. */
const cardColumns = (ctx: Context): RawBuilder<ReportCard> => sql<ReportCard>`
  r.title, r.description, r.kind, r.group_id, g.name as group_name, ${coverOf} as cover,
  ${isFavourite(ctx)} as favourite, ${markColumns(ctx)}`;

/** Visible reports `r` among rows `x` that refer to reports. Access is decided now, whatever was opened or marked before. */
function shelf<Row = ReportCard>(
  ctx: Context,
  more: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    select ${cardColumns(ctx)}${more} from ${rows} x join report r on r.id = x.report_id join report_group g on g.id = r.group_id
    where ${isVisible(ctx)} ${end}`;
}

/** Everything that the start page shows of reports, each once, in one round trip. */
export async function homeOf(ctx: Context): Promise<Home> {
  const own = sql`where person_id = ${ctx.actor.person_id}`;
  const since = new Date(ctx.now().getTime() - latestDays * dayMs);
  const [favourites, recents, newest] = await ctx.run(
    shelf(ctx, sql``, sql`(select * from favourite ${own})`, sql`order by x.position, x.created_at, r.id`),
    shelf<Home['recents'][number]>(
      ctx,
      sql`, x.opened_at`,
      // A report that another person opened in this person's place does not count as recent.
      sql`(
        select report_id, max(opened_at) as opened_at from (
          select report_id, opened_at from report_view ${own} and actor_id = person_id order by opened_at desc limit ${openingsRead}
        ) as lately group by report_id
      )`,
      sql`and not ${isFavourite(ctx)} order by x.opened_at desc, r.id limit ${recentsShown}`,
    ),
    sql<Home['latest'][number]>`
      select ${cardColumns(ctx)}, r.created_at from report r join report_group g on g.id = r.group_id
      where r.created_at >= ${since} and ${isVisible(ctx)} and not ${isFavourite(ctx)}
      order by r.created_at desc, r.id limit ${latestShown + recentsShown}`,
  );
  const shown = <Row extends ReportCard>(rows: Row[]) => withCovers(ctx, rows);
  const isRecent = new Set(recents.map(({ id }) => id));
  const latest = newest.filter(({ id }) => !isRecent.has(id)).slice(0, latestShown);
  return { favourites: shown(favourites), recents: shown(recents), latest: shown(latest) };
}

/** What the menu does not know of a group's reports that the caller sees. */
export async function cardsOfGroup(ctx: Context, id: string): Promise<Answer<typeof contract.groupCards>> {
  const [[group], data] = await ctx.run(
    sql`select id from report_group where id = ${id}`,
    sql<Marks>`select ${markColumns(ctx)} from report r where r.group_id = ${id} and ${isVisible(ctx)} order by r.id`,
  );
  if (!group) fail('group_not_found');
  return { data };
}

/** Replaces the id of the cover by its address. */
const withCovers = <Row extends ReportCard>({ secrets }: Context, rows: Row[]): Row[] =>
  rows.map((row) => ({ ...row, cover: pictureAddress({ secrets }, row.cover) }));
