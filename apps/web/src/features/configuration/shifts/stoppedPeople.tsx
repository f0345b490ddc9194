import type { rehearse } from '@vitrine/contract/features/shifts.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/formats.ts';
import { intoView } from '../../../core/ui/intoView.ts';
import css from './shifts.module.css';

/** Whom a rule would have stopped within the last 30 days. */
export function StoppedPeople({ result: { sign_ins, people } }: { result: Answer<typeof rehearse> }) {
  const { t } = useTranslation('shifts');
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
