/** Acting for somebody (remote access): into their session, and back to the own one, across domains too. */
import type { Entered } from '@vitrine/contract/signIn/remoteAccess.ts';
import { changeBack, enter, leave } from '#endpoints/signIn/remoteAccess.ts';
import { call } from './http.ts';
import { currentLocale } from './locale.ts';
import { landingPath } from './redirect.ts';
import { currentUser, storeUser } from './session.ts';
import { storage } from './storage.ts';

/** What was shown of the session that is left is forgotten, and the page is loaded anew. */
export function goOnAs(entered: Entered): void {
  storage.remove('bi:config', 'bi:theme', 'bi:page');
  if (entered.status === 'change') {
    const { domain, token, intended } = entered;
    location.assign(
      `${location.protocol}//${domain}/change/company/${token}?lang=${currentLocale()}&redirect=${encodeURIComponent(intended)}`,
    );
    return;
  }
  storeUser(entered);
  location.assign(landingPath('', entered.intended));
}

/** Acts for the person who allowed the request. */
export const actFor = async (id: string): Promise<void> => goOnAs(await call(enter, { params: { id } }));

/** Also once the session that acts has ended: whoever acted is still signed in as themselves. */
export const backToOwnSession = async (): Promise<void> =>
  goOnAs(await call(currentUser()?.auth_type === 'partner' ? changeBack : leave, {}));
