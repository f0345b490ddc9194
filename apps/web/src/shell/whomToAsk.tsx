import { useTranslation } from 'react-i18next';
import { contacts } from '#endpoints/support/contacts.ts';
import { useEndpoint } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import css from './whomToAsk.module.css';

/** Whom readers ask, by name and address, and which partner administrators ask; nothing for others, nor until it is known. */
export function WhomToAsk() {
  const { t } = useTranslation('shell');
  const role = useRole();
  const { data } = useEndpoint(contacts, {}, { staleTime: Infinity, enabled: role === 'user' || role === 'admin' });
  if (data?.partner) return <p className={css.partner}>{t('ask_partner', { partner: data.partner })}</p>;
  if (!data || data.people.length === 0) return null;
  return (
    <ul className={css.people} aria-label={t('ask_people')}>
      {data.people.map(({ name, email }) => (
        <li key={email}>
          {name} <a href={`mailto:${email}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}
