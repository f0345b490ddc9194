import type { rehearse } from '@vitrine/contract/settings/accessHours.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { intoView } from '#ui/intoView.ts';
import css from './accessHours.module.css';

/** People whom the rule would have refused within the last 30 days. */
export function StoppedPeople({ result: { sign_ins, people } }: { result: Answer<typeof rehearse> }) {
  const { t } = useTranslation('accessHours');
  return (
    <div ref={intoView} className={css.rehearsal} role="status">
      <p>{people.length === 0 ? t('nobody_stopped', { count: sign_ins }) : t('stopped', { count: people.length })}</p>
      {people.length > 0 ? (
        <ul>
          {people.map(({ id, name, email, times, last, ip }) => (
            <li key={id}>{`${name} (${email}) · ${t('times', { count: times })} · ${formatDateTime(last)}${ip ? ` · ${ip}` : ''}`}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
