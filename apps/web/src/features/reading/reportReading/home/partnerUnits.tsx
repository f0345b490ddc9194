import { IconBuilding } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import css from './overview.module.css';
import { Section } from './sections.tsx';

const kinds: Record<Company['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

/** The first units of a partner with their state and licences; the rest is one click away. */
export function PartnerUnits({ units, total }: { units: readonly Company[]; total: number }) {
  const { t } = useTranslation('reportReading');
  if (units.length === 0) return null;
  return (
    <Section
      icon={<IconBuilding size={18} stroke={1.6} aria-hidden="true" />}
      title={t('units_title')}
      aside={
        <Link to="/companies" className={css.all}>
          {t('see_all', { total })}
        </Link>
      }
    >
      <ul className={css.rows} data-surface="card">
        {units.map(({ id, name, state, person_count, user_limit }) => (
          <li key={id}>
            <Link to={`/companies/${id}`}>{name}</Link>
            <StatusCell kind={kinds[state]}>{t(`unit_${state}`)}</StatusCell>
            <span className={css.dim}>{t('unit_seats', { used: formatNumber(person_count), limit: formatNumber(user_limit) })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
