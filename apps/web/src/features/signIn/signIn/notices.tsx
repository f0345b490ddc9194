/** Public pages that only say something. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import type { Failure } from '#platform/failure.ts';
import { failureText } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';

const EntraWays = onDemand(async () => (await import('./entra/entraWays.tsx')).EntraWays, { namespaces: ['entra'] });

const SamlWays = onDemand(async () => (await import('./saml/samlWays.tsx')).SamlWays, { namespaces: ['saml'] });

function Notice({ title, text, link }: { title: string; text: string; link?: ReactNode }) {
  return (
    <Frame title={title}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.text}>{text}</p>
      {link ? <div className={css.links}>{link}</div> : null}
    </Frame>
  );
}

export function DomainNotFound() {
  const { t } = useTranslation('signIn');
  return <Notice title={t('domain_title')} text={t('domain_text', { host: location.host })} />;
}

/** The IP address from the server's refusal. */
export function IpNotAllowed() {
  const { t } = useTranslation('signIn');
  // Only a valid IP address, so that a link cannot put other text here.
  const ip = /^[0-9a-f.:]{3,45}$/i.exec(new URLSearchParams(location.search).get('ip') ?? '')?.[0];
  return (
    <Notice
      title={t('ip_title')}
      text={`${ip ? t('ip_text', { ip }) : t('ip_text_unknown')} ${t('contact_unit')}`}
      link={<PublicLink to="/signin">{t('back_to_signin')}</PublicLink>}
    />
  );
}

/** Offers to go on in this window. */
export function PopupBlocked() {
  const { t } = useTranslation('signIn');
  const { methods } = useBranding();
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <Frame title={t('popup_title')}>
      <h1 className={css.title}>{t('popup_title')}</h1>
      <p className={css.text}>{t('popup_text')}</p>
      {methods.includes('azure') ? <EntraWays here onFailure={setFailure} /> : null}
      {methods.includes('saml') ? <SamlWays here onFailure={setFailure} /> : null}
      <div aria-live="assertive">{failure ? <p className={css.refusal}>{failureText(failure)}</p> : null}</div>
      <div className={css.links}>
        <PublicLink to="/signin">{t('back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}

export function PublicNotFound() {
  const { t } = useTranslation(['signIn', 'common']);
  return (
    <Notice
      title={t('common:not_found_title')}
      text={t('common:not_found_text')}
      link={<PublicLink to="/signin">{t('back_to_signin')}</PublicLink>}
    />
  );
}
