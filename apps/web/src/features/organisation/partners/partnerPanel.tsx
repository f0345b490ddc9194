import { Button } from '@mantine/core';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { get, list, resetSecondFactor } from '#endpoints/organisation/partners.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './partners.module.css';

type Unit = Partner['units'][number];

const kinds: Record<Unit['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

function UnitRow({ unit }: { unit: Unit }) {
  const { t } = useTranslation('partners');
  return (
    <li className={css.unit}>
      <span className={css.name}>{unit.name}</span>
      <StatusCell kind={kinds[unit.state]}>{t(`state_${unit.state}`)}</StatusCell>
      <span className={css.dim}>
        {t('people_of_limit', { people: formatNumber(unit.person_count), limit: formatNumber(unit.user_limit) })}
      </span>
      <span className={css.meter} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (unit.person_count / Math.max(unit.user_limit, 1)) * 100)}%` }} />
      </span>
    </li>
  );
}

/** The partner's staff. Only the operator can reset their second factor. */
function Staff({ staff }: Pick<Partner, 'staff'>) {
  const { t } = useTranslation('partners');
  const stale = useStale();
  const heading = useRef<HTMLHeadingElement>(null);
  const reset = async ({ id, name }: Partner['staff'][number]) => {
    if (!(await toast.confirm(t('second_factor_sure', { name })))) return;
    await call(resetSecondFactor, { params: { id } }).then(() => {
      toast.success(t('second_factor_done', { name }));
      // The button disappears with the removed factors.
      heading.current?.focus();
    }, toast.failure);
    await stale(list, get);
  };
  return (
    <section aria-labelledby="partner-staff">
      <h3 id="partner-staff" className={css.heading} ref={heading} tabIndex={-1}>
        {t('staff')}
      </h3>
      {staff.length > 0 ? (
        <ul className={css.rows}>
          {staff.map((person) => (
            <li key={person.id} className={css.person}>
              <span className={css.name}>{person.name}</span>
              <span className={css.dim}>{person.email}</span>
              {person.second_factor ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('second_factor_reset_of', { name: person.name })}
                  onClick={() => void reset(person)}
                >
                  {t('second_factor_reset')}
                </Button>
              ) : (
                <span className={css.dim}>{t('second_factor_none')}</span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.count}>{t('no_staff')}</p>
      )}
    </section>
  );
}

/** The business units of a partner, with state and seats, and its staff. */
export function PartnerPanel({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { t } = useTranslation('partners');
  return (
    <SidePanel title={partner.name} onClose={onClose}>
      <p className={css.count}>{partner.units.length > 0 ? t('unit_count', { count: partner.units.length }) : t('no_units')}</p>
      {partner.units.length > 0 ? (
        <ul className={css.rows}>
          {partner.units.map((unit) => (
            <UnitRow key={unit.id} unit={unit} />
          ))}
        </ul>
      ) : null}
      <Staff staff={partner.staff} />
    </SidePanel>
  );
}
