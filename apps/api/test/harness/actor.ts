/** An actor for rules that are asked without a request. */
import { noSwitches } from '#domain/access/access.ts';
import type { Actor } from '#domain/serving/context.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

/** Somebody with a role, all switches off but the given ones. */
export const actorWith = ({
  switches,
  ...values
}: Partial<Omit<Actor, 'switches'>> & { switches?: Partial<Actor['switches']> }): Actor => ({
  session_id: uuidv7(),
  person_id: uuidv7(),
  actor_id: uuidv7(),
  email: 'ana@example.com',
  name: 'Ana',
  role: 'user',
  flags: [],
  auth_type: 'password',
  tenant_id: uuidv7(),
  partner_id: null,
  screen_id: null,
  acting: null,
  membership_id: uuidv7(),
  switches: { ...noSwitches, ...switches },
  terms_to_look_at: null,
  timezone: 'America/Sao_Paulo',
  ...values,
});
