/** Mail domains of the unit's people, against which a mistyped domain is compared. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

const looked = 1000;
const least = 3;
const most = 5;

/** Only of the newest people, which is fast in a unit of any size. The most frequent first. */
export const familiarDomains: RawBuilder<{ domain: string }> = sql`
  select split_part(p.email, '@', 2) as domain
  from (select m.person_id from membership m where m.state <> 'deactivated' order by m.id desc limit ${sql.lit(looked)}) as m
  join person p on p.id = m.person_id
  group by 1 having count(*) >= ${sql.lit(least)} order by count(*) desc, 1 limit ${sql.lit(most)}`;
