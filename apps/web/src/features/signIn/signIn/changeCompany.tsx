import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import { failureOf } from '#platform/failure.ts';
import { changeLocale } from '#platform/i18n.ts';
import { isLocale } from '#platform/locale.ts';
import { arriveInCompany } from '#platform/signInFlow.ts';
import { failureText } from '#platform/toast.ts';
import { Waiting } from '#ui/waiting.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';

/** The language that the person reads on the domain they come from. */
async function keepLanguage(search: string): Promise<void> {
  const given = new URLSearchParams(search).get('lang');
  if (isLocale(given)) await changeLocale(given);
}

/** What to say of a refusal; null: the way over itself is at an end. */
function reasonOf(error: unknown): string | null {
  const failure = failureOf(error);
  return failure.word === 'link_used' || failure.word === 'token_expired' ? null : failureText(failure);
}

type Refusal = { reason: string | null };

function Refused({ reason }: Refusal) {
  const { t } = useTranslation('signIn');
  return (
    <Frame title={t('change_refused_title')}>
      <h1 className={css.title}>{t('change_refused_title')}</h1>
      <p className={css.text} role="alert">
        {reason ?? t('change_over')}
      </p>
      <div className={css.links}>
        <PublicLink to="/signin">{t('change_sign_in')}</PublicLink>
      </div>
    </Frame>
  );
}

/** `/change/company/:token`: arriving from another domain. The token works once, so the page asks once, and leaves the address clean. */
export function ChangeCompany({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation();
  const { unit_name, title } = useBranding();
  const name = unit_name ?? title;
  const [token] = useState(params['token']);
  const [refusal, setRefusal] = useState<Refusal | null>(token ? null : { reason: null });
  useEffect(() => {
    if (!token) return;
    const { search } = location;
    history.replaceState(null, '', '/change/company');
    const arrive = async () => {
      // In a language that cannot be loaded now the unit opens all the same.
      await keepLanguage(search).catch(() => undefined);
      await arriveInCompany(name, token).catch((error: unknown) => setRefusal({ reason: reasonOf(error) }));
    };
    void arrive();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The token is used up by the first call; a name that comes later is no reason for another one.
  }, [token]);
  return refusal ? <Refused {...refusal} /> : <Waiting text={t('opening_unit', { name })} />;
}
