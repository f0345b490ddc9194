import type { SecondFactorPolicy } from '@vitrine/contract/features/secondFactorPolicy.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../core/formats.ts';
import css from './secondFactorPolicy.module.css';

const kinds = ['strong', 'email', 'elsewhere', 'none'] as const;

/** What people have, as one bar with its legend: the words carry what the colours show. */
export function PeopleBar({ people }: Pick<SecondFactorPolicy, 'people'>) {
  const { t } = useTranslation('secondFactorPolicy');
  const shown = kinds.filter((kind) => people[kind] > 0);
  return (
    <div className={css.people}>
      <div className={css.bar} aria-hidden="true">
        {shown.map((kind) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: people[kind] }} />
        ))}
      </div>
      <ul className={css.legend}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={css.dot} data-kind={kind} aria-hidden="true" />
            <strong>{formatNumber(people[kind])}</strong> {t(`has_${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
