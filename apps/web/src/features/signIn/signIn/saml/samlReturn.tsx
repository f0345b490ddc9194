import { fromErrorWord } from '@vitrine/contract/wire.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { moveTo } from '#platform/navigation.ts';
import { Waiting } from '#ui/waiting.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { PublicLink } from '../link.tsx';
import { answerOf, arriveBy } from '../otherSite.ts';
import { RefusedElsewhere } from '../refusedElsewhere.tsx';
import { samlWay } from './samlSignIn.ts';

/** Statuses that the address may name (docs/reference/specification.md 8); any other is told as a sign-in that failed. */
const statuses = [
  'error_user_or_password',
  'not_found_companies',
  'user_disable',
  'blocked',
  'domain_not_allowed',
  'ip_not_allowed',
  'hours_not_allowed',
  'inactive',
  'error_azure_not_companies',
  'finish_test',
  'step_expired',
  'throttled',
] as const;

function Told({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('signIn');
  return (
    <Frame title={title}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.text} role="alert">
        {text}
      </p>
      <div className={css.links}>
        <PublicLink to="/signin">{t('back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}

/** `/redirect`: arriving from a SAML provider. The code works once, so the page asks once, and leaves the address clean. */
export function SamlReturn() {
  const { t } = useTranslation('saml');
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [handed, setHanded] = useState(false);
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    if (returned.code === undefined) {
      // A test was begun in another window, which shows what came.
      if (returned.test !== undefined) window.close();
      return;
    }
    arriveBy(samlWay, returned).then(
      (how) => {
        if (how !== 'handed') return;
        window.close();
        // Browsers may keep a window that the provider's pages cut off from the one that opened it.
        setHanded(true);
      },
      (error: unknown) => {
        const told = failureOf(error);
        const answer = answerOf(told);
        if (answer.kind === 'go') moveTo(answer.to);
        else setFailure(told);
      },
    );
  }, [returned]);
  if (failure) return <RefusedElsewhere failure={failure} title={t('refused_title')} />;
  if (returned.code !== undefined) return <Waiting text={t(handed ? 'handed' : 'returning')} />;
  if (returned.test !== undefined) return <Told title={t('test_done_title')} text={t('test_done_text')} />;
  const word = fromErrorWord(returned.status ?? '');
  const status = statuses.find((one) => one === word);
  return <Told title={t('refused_title')} text={status ? t(`status_${status}`) : t('status_unknown')} />;
}
