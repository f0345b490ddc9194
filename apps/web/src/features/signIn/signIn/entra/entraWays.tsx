import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import css from '../form.module.css';
import { PublicLink } from '../link.tsx';
import type { Answer } from '../refusals.ts';
import { answerOf, goInThisWindow, goTo, whenBack } from '../otherSite.ts';
import { entraWay, returning } from './entraSignIn.ts';

type Props = {
  onFailure: (failure: Failure, answer: Answer) => void;
  /** Without a pop-up. */
  here?: boolean;
};

/** A button for each directory of Microsoft Entra by which people come in here. */
export function EntraWays({ onFailure, here = false }: Props) {
  const { t } = useTranslation('entra');
  const { directories } = useBranding();
  const [busy, setBusy] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const fail = (error: unknown) => {
    const failure = failureOf(error);
    setElsewhere(false);
    onFailure(failure, answerOf(failure));
  };
  // eslint-disable-next-line react-hooks/exhaustive-deps -- It listens as long as the page is there; whom it tells stays the same.
  useEffect(() => (here ? undefined : whenBack(returning, fail)), [here]);
  const press = async (directory: string) => {
    if (busy) return;
    setBusy(true);
    try {
      if (here) await goInThisWindow(entraWay(directory));
      else setElsewhere(await goTo(entraWay(directory)));
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return (
    <>
      {directories.map(({ id, name }) => (
        <button key={id} type="button" className={css.second} aria-disabled={busy} onClick={() => void press(id)}>
          {here ? t('here') : directories.length > 1 ? t('sign_in_at', { name }) : t('sign_in')}
        </button>
      ))}
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
