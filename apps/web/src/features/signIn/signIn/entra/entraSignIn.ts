/** Microsoft Entra as a way in: the answer comes to `/ms_auth/redirect`. */
import { begin, finish } from '#endpoints/signIn/entra.ts';
import type { Returned } from '#endpoints/signIn/entra.ts';
import { call } from '#platform/http.ts';
import type { Way } from '../otherSite.ts';

export const returning = {
  channel: 'vitrine-entra',
  // The contract's schema is checked by the server; what is too much there is refused.
  finish: (returned) => call(finish, { body: returned as Returned }),
} satisfies Partial<Way>;

/** By one of the directories that the unit trusts. */
export const entraWay = (directory: string): Way => ({
  ...returning,
  begin: async () => (await call(begin, { body: { directory } })).url,
});
