/** Publishing a theme, and telling open pages, as statements. */
import { versionsKept } from '@vitrine/contract/organisation/themes.ts';
import type { Topic } from '@vitrine/contract/system/live.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';

/** Neither: the platform's. */
export type ThemeOwner = { tenant_id: string | null; partner_id: string | null };

type Publication = {
  /** Which theme: a condition on `theme`. */
  where: RawBuilder<unknown>;
  /** What is published: an expression of its columns. */
  document: RawBuilder<unknown>;
  /** Other columns that change: `, draft = …`. */
  also?: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
  now: Date;
};

/** One statement, so that of several that publish at once only one does. Answers what was published, and whose. */
export const publishing = ({ where, document, also = sql``, by, now }: Publication): RawBuilder<{ id: string } & ThemeOwner> => sql`
  with due as (select id as due_id, ${by} as person_id from theme where ${where} for update),
  published as (
    update theme set published = ${document}, number = number + 1, published_at = ${now}, scheduled = null, publish_at = null, publish_by = null,
      version = version + 1 ${also}
    from due where id = due_id
    returning id, tenant_id, partner_id, number, published, person_id
  ),
  kept as (
    insert into theme_version (theme_id, number, document, published_at, published_by)
    select id, number, published, ${now}::timestamptz, person_id from published
  ),
  forgotten as (
    delete from theme_version v using published p where v.theme_id = p.id and v.number <= p.number - ${versionsKept}::int
  )
  select id, tenant_id, partner_id from published`;

const topic = 'branding' satisfies Topic;

/** Open pages ask again for what they are drawn with: of the unit, of all units of the partner, or everywhere. */
export function tellPages({ tenant_id, partner_id }: ThemeOwner): Statement {
  if (tenant_id !== null) return publishEvent({ topic });
  const units = partner_id === null ? sql`true` : sql`t.partner_id = ${partner_id}`;
  return sql`insert into live_event (tenant_id, topic) select t.id, ${topic} from tenant t where ${units}`;
}
