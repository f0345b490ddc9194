import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/signIn/registration.ts';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { moveTo } from '#platform/navigation.ts';
import { keepWithLink, linkToken } from '#platform/openedLink.ts';
import { toast } from '#platform/toast.ts';
import { Waiting } from '#ui/waiting.tsx';
import { EmailField, SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { PublicLink } from '../link.tsx';
import { RegisterForm } from './registerForm.tsx';
import { isEnable, register, registerForm } from '#endpoints/signIn/registration.ts';

type Form = Answer<typeof contract.registerForm>;
type Page = 'loading' | 'email' | 'full' | 'dead' | { sentTo: string } | { form: Form } | { done: 'waiting' | 'active' };

function Notice({ title, text, action }: { title: string; text: string; action?: string }) {
  const { t } = useTranslation(['registration', 'signIn']);
  return (
    <Frame title={title}>
      <div role="status">
        <h1 className={css.title}>{title}</h1>
        <p className={css.text}>{text}</p>
      </div>
      <p className={css.after}>
        <PublicLink to={action ?? '/signin'} className={css.button}>
          {action ? t('again') : t('signIn:back_to_signin')}
        </PublicLink>
      </p>
    </Frame>
  );
}

function EmailStep({ unit, onSent, onFull }: { unit: string; onSent: (email: string) => void; onFull: () => void }) {
  const { t } = useTranslation(['registration', 'signIn']);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    const complaint = address === '' ? 'required' : /^\S+@\S+\.\S+$/.test(address) ? null : 'invalid';
    setError(complaint ? t(`signIn:${complaint}`, { field: t('signIn:email') }) : undefined);
    if (complaint) return box.current?.focus();
    setBusy(true);
    try {
      await call(register, { body: { email: address, language: currentLocale() } });
      onSent(address);
    } catch (refused) {
      setBusy(false);
      const failure = failureOf(refused);
      if (failure.word === 'user_limit_reached') return onFull();
      setError(failure.fields['email']);
      if (!failure.fields['email']) toast.failure(refused);
    }
  };
  return (
    <Frame title={t('title')}>
      <h1 className={css.title}>{t('title_unit', { unit })}</h1>
      <p className={css.subtitle}>{t('email_text')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <EmailField ref={box} label={t('signIn:email')} value={email} onChange={setEmail} error={error} autoFocus />
        <SubmitButton busy={busy}>{t('send')}</SubmitButton>
      </form>
      <div className={css.links}>
        <PublicLink to="/signin">{t('have_account')}</PublicLink>
      </div>
    </Frame>
  );
}

/** `/register`: first the e-mail, then by the mailed link the form. The token after the # is removed from the address at once. */
export function Register() {
  const { t } = useTranslation(['registration', 'signIn']);
  const [token] = useState(() => linkToken(location.hash.slice(1)));
  const [page, setPage] = useState<Page>('loading');
  const [unit, setUnit] = useState('');

  useEffect(() => {
    const asking = new AbortController();
    const refused = (error: unknown) => {
      if (asking.signal.aborted) return;
      const { word } = failureOf(error);
      if (word === 'functionality_not_allowed') moveTo('/', { replace: true });
      else setPage(word === 'user_limit_reached' ? 'full' : 'dead');
    };
    if (token) {
      keepWithLink('/register', { token });
      call(registerForm, { body: { token } }, asking.signal).then((form) => setPage({ form }), refused);
    } else {
      call(isEnable, {}, asking.signal).then(({ enabled, full, unit_name }) => {
        setUnit(unit_name ?? '');
        if (!enabled) moveTo('/', { replace: true });
        else setPage(full ? 'full' : 'email');
      }, refused);
    }
    return () => asking.abort();
  }, [token]);

  if (page === 'loading') return <Waiting />;
  if (page === 'full') return <Notice title={t('full_title')} text={t('full_text')} />;
  if (page === 'dead') return <Notice title={t('signIn:link_dead_title')} text={t('signIn:link_dead_text')} action="/register" />;
  if (page === 'email') return <EmailStep unit={unit} onSent={(sentTo) => setPage({ sentTo })} onFull={() => setPage('full')} />;
  if ('sentTo' in page) return <Notice title={t('sent_title')} text={t('sent_text', { email: page.sentTo })} />;
  if ('done' in page) return <Notice title={t(`${page.done}_title`)} text={t(`${page.done}_text`)} />;
  return <RegisterForm token={token} form={page.form} onDone={(done) => setPage({ done })} onDead={() => setPage('dead')} />;
}
