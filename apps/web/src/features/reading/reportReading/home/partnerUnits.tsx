import { IconBuilding } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UnitOverview } from '@vitrine/contract/reading/home.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { formatNumber } from '#platform/formats.ts';
import { useUnitSwitch } from '#shell/unitSwitcher.tsx';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import css from './overview.module.css';
import { Section } from './sections.tsx';
import { isOfUnitItself, placeOfAllUnits, waitingPlaces } from './waitingPlaces.ts';

const kinds: Record<UnitOverview['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

type Waiting = UnitOverview['waiting'][number];

/** What waits in a unit leads to its list there: a partner works in one unit at a time, and begins to in this one. */
function WaitsInUnit({ unit, waiting: { kind, count } }: { unit: UnitOverview; waiting: Waiting }) {
  const { t } = useTranslation('reportReading');
  const enter = useUnitSwitch();
  const there = useConfig()?.companies.find(({ tenant_id }) => tenant_id === unit.id);
  if (isOfUnitItself(kind)) return <Link to={`/companies/${unit.id}`}>{t(`unit_waits_${kind}`)}</Link>;
  const words = t(`waiting_${kind}`, { count });
  const ofAll = placeOfAllUnits(kind);
  if (ofAll) {
    return (
      <Link to={ofAll.to} search={ofAll.search ?? {}}>
        {words}
      </Link>
    );
  }
  const { to, search = {} } = waitingPlaces[kind];
  if (!there) return <span className={css.dim}>{words}</span>;
  if (there.current) {
    return (
      <Link to={to} search={search}>
        {words}
      </Link>
    );
  }
  const query = new URLSearchParams(search).toString();
  return (
    <button type="button" onClick={() => enter({ tenant_id: unit.id, name: unit.name }, query ? `${to}?${query}` : to)}>
      {words}
      <span className="visually-hidden"> {t('unit_waits_in', { unit: unit.name })}</span>
    </button>
  );
}

/** Units of a partner with their state and licences, and what waits in each; the rest is one click away. */
export function PartnerUnits({ units, total }: { units: readonly UnitOverview[]; total: number }) {
  const { t } = useTranslation('reportReading');
  if (units.length === 0) return null;
  return (
    <Section
      icon={<IconBuilding size={18} stroke={1.6} aria-hidden="true" />}
      title={t('units_title')}
      aside={
        <Link to="/companies" className={css.all}>
          {t('see_all_units', { total })}
        </Link>
      }
    >
      <ul className={css.rows} data-surface="card">
        {units.map((unit) => (
          <li key={unit.id}>
            <Link to={`/companies/${unit.id}`}>{unit.name}</Link>
            <StatusCell kind={kinds[unit.state]}>{t(`unit_${unit.state}`)}</StatusCell>
            <span className={css.dim}>
              {t('unit_seats', { used: formatNumber(unit.person_count), limit: formatNumber(unit.user_limit) })}
            </span>
            {unit.waiting.length > 0 ? (
              <ul className={css.waits} aria-label={t('unit_waits', { unit: unit.name })}>
                {unit.waiting.map((waiting) => (
                  <li key={waiting.kind}>
                    <WaitsInUnit unit={unit} waiting={waiting} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
