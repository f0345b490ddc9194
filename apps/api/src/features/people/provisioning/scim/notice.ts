/** Administrators hear once a day that the directory finds no seat for somebody. */
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { notify } from '#domain/notifications/notify.ts';
import { countOne, ofId } from '#platform/http/rateLimit.ts';
import type { Ask } from './ask.ts';

export async function tellSeatsAreFull(ask: Ask): Promise<void> {
  if (ask.view.rehearsal !== null) return;
  const [first] = await ask.identity.run(countOne(ofId('scim_full', ask.tenant_id), ask.now()));
  if (!first) return;
  const people = await ask.run(unitAdministrators);
  const [notice, ...more] = notify(ask.tenant_id, {
    person_ids: people.map(({ person_id }) => person_id),
    kind: 'scim_seats_full',
    values: { token: ask.token.name },
    link: '/provisioning',
  });
  if (notice) await ask.run(notice, ...more);
}
