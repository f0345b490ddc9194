import type { Client } from '@vitrine/contract/organisation/clients.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { EmptyState } from '#ui/states.tsx';
import css from './clients.module.css';

type Unit = Client['units'][number];

const kinds: Record<Unit['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

/** The business units that the client pays for; `linked` to their pages, which partners have. */
export function ClientUnits({ units, linked }: { units: readonly Unit[]; linked: boolean }) {
  const { t } = useTranslation('clients');
  if (units.length === 0) return <EmptyState title={t('no_units')} text={t('no_units_text')} />;
  return (
    <ul className={css.units}>
      {units.map((unit) => (
        <li key={unit.id}>
          <span className={css.name}>{linked ? <Link to={objectPath('/companies', unit.id)}>{unit.name}</Link> : unit.name}</span>
          <StatusCell kind={kinds[unit.state]}>{t(`unit_${unit.state}`)}</StatusCell>
          <span className={css.dim}>
            {t('licences_of', { people: formatNumber(unit.person_count), limit: formatNumber(unit.user_limit) })}
          </span>
          <span className={css.dim}>{t('since', { date: formatDate(unit.created_at) })}</span>
          {unit.domains.map(({ host, fee_cents }) => (
            <span key={host} className={css.domain}>
              {fee_cents === 0 ? t('domain_free', { host }) : t('domain_fee', { host, fee: formatMoney(fee_cents) })}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
