import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import css from '../form.module.css';
import { PublicLink } from '../link.tsx';
import { answerOf, goInThisWindow, goTo, whenBack } from '../otherSite.ts';
import type { Answer } from '../refusals.ts';
import { samlWay } from './samlSignIn.ts';

type Props = {
  onFailure: (failure: Failure, answer: Answer) => void;
  /** Without a pop-up. */
  here?: boolean;
};

/** The button for the provider of the unit. */
export function SamlWays({ onFailure, here = false }: Props) {
  const { t } = useTranslation('saml');
  const [busy, setBusy] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const fail = (error: unknown) => {
    const failure = failureOf(error);
    setElsewhere(false);
    onFailure(failure, answerOf(failure));
  };
  // eslint-disable-next-line react-hooks/exhaustive-deps -- It listens as long as the page is there; whom it tells stays the same.
  useEffect(() => (here ? undefined : whenBack(samlWay, fail)), [here]);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      if (here) await goInThisWindow(samlWay);
      else setElsewhere(await goTo(samlWay));
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className={css.second} aria-disabled={busy} onClick={() => void press()}>
        {t(here ? 'here' : 'sign_in')}
      </button>
      <p className={css.hint} role="status">
        {elsewhere ? (
          <>
            {t('window_open')} <PublicLink to="/popup_blocked">{t('no_window')}</PublicLink>
          </>
        ) : null}
      </p>
    </>
  );
}
