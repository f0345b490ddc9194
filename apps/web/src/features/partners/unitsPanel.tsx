import type { Partner } from '@vitrine/contract/features/partners.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../core/formats.ts';
import type { StatusKind } from '../../core/ui/cells.tsx';
import { StatusCell } from '../../core/ui/cells.tsx';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import css from './partners.module.css';

type Unit = Partner['units'][number];

const kinds: Record<Unit['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

function UnitRow({ unit }: { unit: Unit }) {
  const { t } = useTranslation('partners');
  return (
    <li className={css.unit}>
      <span className={css.name}>{unit.name}</span>
      <StatusCell kind={kinds[unit.state]}>{t(`state_${unit.state}`)}</StatusCell>
      <span className={css.people}>
        {t('people_of_limit', { people: formatNumber(unit.person_count), limit: formatNumber(unit.user_limit) })}
      </span>
      <span className={css.meter} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (unit.person_count / Math.max(unit.user_limit, 1)) * 100)}%` }} />
      </span>
    </li>
  );
}

/** The business units of a partner: state, and how many of the places are taken. */
export function UnitsPanel({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { t } = useTranslation('partners');
  return (
    <SidePanel title={partner.name} onClose={onClose}>
      <p className={css.count}>{partner.units.length > 0 ? t('unit_count', { count: partner.units.length }) : t('no_units')}</p>
      {partner.units.length > 0 ? (
        <ul className={css.units}>
          {partner.units.map((unit) => (
            <UnitRow key={unit.id} unit={unit} />
          ))}
        </ul>
      ) : null}
    </SidePanel>
  );
}
