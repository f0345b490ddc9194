import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { forgotPassword } from '#endpoints/signIn/signIn.ts';
import { toast } from '#platform/toast.ts';
import { EmailField, SubmitButton } from './fields.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';

/** Asks for a link. The page answers the same whether or not there is an account. */
export function Forgot() {
  const { t } = useTranslation('signIn');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    const complaint = address === '' ? 'required' : /^\S+@\S+\.\S+$/.test(address) ? null : 'invalid';
    setError(complaint ? t(complaint, { field: t('email') }) : undefined);
    if (complaint) return box.current?.focus();
    setBusy(true);
    try {
      await call(forgotPassword, { body: { email: address } });
      setSentTo(address);
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  if (sentTo) {
    return (
      <Frame title={t('forgot_title')}>
        <div role="status">
          <h1 className={css.title}>{t('forgot_sent')}</h1>
          <p className={css.text}>{t('forgot_sent_text', { email: sentTo })}</p>
        </div>
        <div className={css.links}>
          <PublicLink to="/signin">{t('back_to_signin')}</PublicLink>
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={t('forgot_title')}>
      <h1 className={css.title}>{t('forgot_title')}</h1>
      <p className={css.subtitle}>{t('forgot_text')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <EmailField ref={box} label={t('email')} value={email} onChange={setEmail} error={error} autoFocus />
        <SubmitButton busy={busy}>{t('forgot_send')}</SubmitButton>
      </form>
      <div className={css.links}>
        <PublicLink to="/signin">{t('back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}
