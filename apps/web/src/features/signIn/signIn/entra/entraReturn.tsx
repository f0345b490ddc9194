import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { moveTo } from '#platform/navigation.ts';
import { failureText } from '#platform/toast.ts';
import { Waiting } from '#ui/waiting.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { PublicLink } from '../link.tsx';
import { answerOf, arriveFromEntra } from './entraSignIn.ts';

function Refused({ failure }: { failure: Failure }) {
  const { t } = useTranslation(['entra', 'signIn']);
  const answer = answerOf(failure);
  const help = answer.kind === 'go' ? undefined : answer.help;
  return (
    <Frame title={t('refused_title')}>
      <h1 className={css.title}>{t('refused_title')}</h1>
      <p className={css.text} role="alert" data-refusal={failure.word ?? 'network'}>
        {failureText(failure)}
      </p>
      {help ? <p className={css.text}>{t(`signIn:${help}`)}</p> : null}
      <div className={css.links}>
        <PublicLink to="/signin">{t('signIn:back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}

/** `/ms_auth/redirect`: arriving from Microsoft. What came works once, so the page asks once, and leaves the address clean. */
export function EntraReturn() {
  const { t } = useTranslation('entra');
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [handed, setHanded] = useState(false);
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    arriveFromEntra(returned).then(
      (how) => {
        if (how !== 'handed') return;
        window.close();
        // Browsers may keep a window that Microsoft's pages cut off from the one that opened it.
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
  return failure ? <Refused failure={failure} /> : <Waiting text={t(handed ? 'handed' : 'returning')} />;
}
