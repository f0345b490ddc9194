/** Coming back from Microsoft with an account to link: whatever comes of it is told on the page where it began. */
import { identityLinked } from '#endpoints/signIn/account.ts';
import type { Returned } from '#endpoints/signIn/entra.ts';
import { call } from '#platform/http.ts';
import { i18n } from '#platform/i18n.ts';
import { moveTo } from '#platform/navigation.ts';
import { toast } from '#platform/toast.ts';

export async function finishLinking(returned: Record<string, string>): Promise<void> {
  try {
    // The contract's schema is checked by the server; what is too much there is refused.
    await call(identityLinked, { body: returned as Returned });
    toast.success(i18n.t('entra:account_linked'));
  } catch (error) {
    toast.failure(error);
  }
  moveTo('/account?section=security', { replace: true });
}
