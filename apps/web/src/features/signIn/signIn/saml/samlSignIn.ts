/** The SAML provider of the unit as a way in: the answer comes to `/redirect` with a code or with a status. */
import { begin, finish } from '#endpoints/signIn/saml.ts';
import { call } from '#platform/http.ts';
import type { Way } from '../otherSite.ts';

export const samlWay: Way = {
  channel: 'vitrine-saml',
  begin: async () => (await call(begin, { body: {} })).redirect_url,
  finish: ({ code = '' }) => call(finish, { body: { code } }),
};
