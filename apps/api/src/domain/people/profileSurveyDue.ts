/** Whether the profile survey is shown: "later" comes back at the next sign-in twice, then once a month. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

const patience = 2;

export const surveyDue = (person_id: string, now: Date): RawBuilder<{ due: boolean }> => sql<{ due: boolean }>`
  select not exists (
    select from profile_survey s
    where s.person_id = ${person_id}
      and (s.answered_at is not null or (s.later_count >= ${patience} and s.later_at > ${now}::timestamptz - interval '1 month'))
  ) as due`;
