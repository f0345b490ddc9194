import { ActionIcon } from '@mantine/core';
import { IconDots, IconDownload, IconPlayerPause, IconRotate, IconTrash } from '@tabler/icons-react';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import { MenuButton } from '#ui/menuButton.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './partners.module.css';
import type { UnitAct } from './unitDialogs.tsx';

const UnitDialog = onDemand(async () => (await import('./unitDialogs.tsx')).UnitDialog);

type Unit = Partner['units'][number];

const kinds: Record<Unit['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

function UnitMenu({ unit, onAct }: { unit: Unit; onAct: (act: UnitAct) => void }) {
  const { t } = useTranslation(['partners', 'unitExport']);
  const label = t('unit_actions', { name: unit.name });
  return (
    <MenuButton
      label={label}
      align="end"
      entries={[
        ...(unit.state === 'active' || unit.state === 'trial'
          ? [
              {
                label: t('unit_suspend'),
                text: t('unit_suspend_text'),
                icon: <IconPlayerPause size={16} />,
                run: () => onAct('suspend'),
              },
            ]
          : []),
        ...(unit.state === 'suspended'
          ? [{ label: t('unit_resume'), text: t('unit_resume_text'), icon: <IconRotate size={16} />, run: () => onAct('reopen') }]
          : []),
        ...(unit.state === 'closed'
          ? [{ label: t('unit_reopen'), text: t('unit_reopen_text'), icon: <IconRotate size={16} />, run: () => onAct('reopen') }]
          : []),
        { label: t('unitExport:action'), text: t('unitExport:action_text'), icon: <IconDownload size={16} />, run: () => onAct('export') },
        { label: t('unit_erase'), text: t('unit_erase_text'), icon: <IconTrash size={16} />, danger: true, run: () => onAct('erase') },
      ]}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="default" size={32} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      )}
    />
  );
}

function UnitRow({ unit, onAct }: { unit: Unit; onAct: ((act: UnitAct) => void) | null }) {
  const { t } = useTranslation('partners');
  const why =
    unit.state === 'suspended' && unit.suspended_for !== ''
      ? t('unit_suspended_for', { reason: unit.suspended_for })
      : unit.closed_at !== null && !unit.erasing
        ? t('unit_closed_on', { date: formatDate(unit.closed_at) })
        : null;
  return (
    <li className={css.unit}>
      <span className={css.name}>{unit.name}</span>
      <span className={css.act}>
        <StatusCell kind={unit.erasing ? 'warning' : kinds[unit.state]}>
          {unit.erasing ? t('unit_erasing') : t(`state_${unit.state}`)}
        </StatusCell>
        {onAct && !unit.erasing ? <UnitMenu unit={unit} onAct={onAct} /> : null}
      </span>
      <span className={css.dim}>
        {t('people_of_limit', { people: formatNumber(unit.person_count), limit: formatNumber(unit.user_limit) })}
      </span>
      <span className={css.meter} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (unit.person_count / Math.max(unit.user_limit, 1)) * 100)}%` }} />
      </span>
      {why ? <span className={css.why}>{why}</span> : null}
    </li>
  );
}

/** The business units of a partner, with state and seats; the operator suspends, reopens and erases them here. */
export function PartnerUnits({ partner: { units, can }, onChanged }: { partner: Partner; onChanged: () => void }) {
  const { t } = useTranslation('partners');
  const [open, setOpen] = useState<{ unit: Unit; act: UnitAct } | null>(null);
  return (
    <>
      <p className={css.count}>{units.length > 0 ? t('unit_count', { count: units.length }) : t('no_units')}</p>
      {units.length > 0 ? (
        <ul className={css.rows}>
          {units.map((unit) => (
            <UnitRow key={unit.id} unit={unit} onAct={can.edit_units ? (act) => setOpen({ unit, act }) : null} />
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>{open ? <UnitDialog {...open} onSaved={onChanged} onClose={() => setOpen(null)} /> : null}</Suspense>
    </>
  );
}
