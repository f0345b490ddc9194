/** Public pages that only say something. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';

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

export function PopupBlocked() {
  const { t } = useTranslation('signIn');
  return <Notice title={t('popup_title')} text={t('popup_text')} link={<PublicLink to="/signin">{t('back_to_signin')}</PublicLink>} />;
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
