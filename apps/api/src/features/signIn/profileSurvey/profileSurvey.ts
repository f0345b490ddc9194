/** The profile survey: answering it, changing the answer in the profile, postponing it. */
import * as contract from '@vitrine/contract/signIn/profileSurvey.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';

export function profileSurvey(serve: Serve): void {
  serve(contract.sendSurvey, async ({ identity, actor, now }, { body: { user_id, position, other } }) => {
    // Only the caller's own survey can be answered.
    if (user_id !== actor.person_id) fail('not_found');
    const answer = { position, other: position === 'other' ? other : '', answered_at: now() };
    await identity.run(
      query
        .insertInto('profile_survey')
        .values({ person_id: actor.person_id, ...answer })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet(answer)),
    );
  });
  serve(contract.surveyLater, async ({ identity, actor, now }) => {
    await identity.run(
      query
        .insertInto('profile_survey')
        .values({ person_id: actor.person_id, later_count: 1, later_at: now() })
        .onConflict((conflict) =>
          conflict.column('person_id').doUpdateSet((eb) => ({ later_count: eb('profile_survey.later_count', '+', 1), later_at: now() })),
        ),
    );
  });
  serve(contract.getSurvey, async ({ identity, actor }) => {
    const [row] = await identity.run(
      query.selectFrom('profile_survey').select(['position', 'other']).where('person_id', '=', actor.person_id),
    );
    return { position: (row?.position ?? null) as contract.Position | null, other: row?.other ?? '' };
  });
}
