import type { SecondFactorPolicy } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './secondFactorPolicy.module.css';

const kinds = ['strong', 'email', 'elsewhere', 'none'] as const;

/** A stacked bar of people's factors with a legend, so that colour is not the only sign. */
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
