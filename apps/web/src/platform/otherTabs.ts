/**
 * Another tab signed out, signed in as somebody else, or went to another unit: this tab follows, but loses nothing unasked. A language
 * that is chosen in one is spoken in all.
 */
import { followLocale, i18n } from './i18n.ts';
import { landingPath } from './redirect.ts';
import { currentUser, setUser, storedUser } from './session.ts';
import { toast } from './toast.ts';
import { hasUnsavedInput } from './unsaved.ts';

let agreed = false;

/** The person has said that what is not saved may go; the browser need not ask again. */
export const mayBeLost = (): boolean => agreed;

/** The session of this page is no longer the browser's. */
export function isOvertaken(): boolean {
  const [here, now] = [currentUser(), storedUser()];
  return here !== null && now !== null && (here.id !== now.id || here.tenant_id !== now.tenant_id);
}

/** Loads the page as the other tab's person and unit; asks first where something would be lost. */
export async function follow(): Promise<void> {
  if (hasUnsavedInput() && !(await toast.confirm(i18n.t('other_tab_question')))) return;
  agreed = true;
  // Who waited at the sign-in page goes where it would have led.
  if (location.pathname === '/signin') history.replaceState(null, '', landingPath(location.search, '/'));
  location.reload();
}

export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === 'bi:lang') followLocale().catch(toast.failure);
    if (event.key !== 'bi:cache' && event.key !== null) return;
    const now = storedUser();
    if (now && (isOvertaken() || currentUser() === null)) void follow();
    else setUser(now);
  });
}
