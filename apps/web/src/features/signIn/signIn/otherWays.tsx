import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from './form.module.css';
import { signInWithPasskey } from './passkeySignIn.ts';
import { PublicLink } from './link.tsx';
import type { Answer } from './refusals.ts';
import { answerTo } from './refusals.ts';

const EntraWays = onDemand(async () => (await import('./entra/entraWays.tsx')).EntraWays, {
  namespaces: ['entra'],
  waiting: <div className={css.second} aria-hidden="true" />,
});

const SamlWays = onDemand(async () => (await import('./saml/samlWays.tsx')).SamlWays, {
  namespaces: ['saml'],
  waiting: <div className={css.second} aria-hidden="true" />,
});

const TermsLinks = onDemand(async () => (await import('./termsLinks.tsx')).TermsLinks);

type Props = { onFailure: (failure: Failure, answer: Answer) => void };

/** Sign-in with a passkey, without e-mail and password. */
function PasskeyButton({ onFailure }: Props) {
  const { t } = useTranslation('signIn');
  const [busy, setBusy] = useState(false);
  if (!('PublicKeyCredential' in globalThis)) return null;
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await signInWithPasskey();
    } catch (error) {
      const failure = failureOf(error);
      onFailure(failure, answerTo(failure));
    }
    setBusy(false);
  };
  return (
    <button type="button" className={css.second} aria-disabled={busy} onClick={() => void press()}>
      {t('passkey')}
    </button>
  );
}

/** The ways in besides the password, and what stands below them. */
export function OtherWays({ onFailure }: Props) {
  const { t } = useTranslation('signIn');
  const { methods, register, terms } = useBranding();
  return (
    <>
      {methods.includes('azure') ? <EntraWays onFailure={onFailure} /> : null}
      {methods.includes('saml') ? <SamlWays onFailure={onFailure} /> : null}
      <PasskeyButton onFailure={onFailure} />
      {register ? (
        <p className={css.after}>
          <PublicLink to="/register">{t('register')}</PublicLink>
        </p>
      ) : null}
      {terms.length > 0 ? <TermsLinks titles={terms} /> : null}
    </>
  );
}
