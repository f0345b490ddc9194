import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Shift } from '@vitrine/contract/settings/accessHours.ts';
import { list as listEndpoint, remove } from '#endpoints/settings/accessHours.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { MoreTime } from './moreTime.tsx';
import css from './accessHours.module.css';
import { summarise } from '#platform/weekHours.ts';

const ShiftPanel = onDemand(async () => (await import('./accessHoursPanel.tsx')).ShiftPanel);
const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

/** Hours of access: the unit's shifts with assigned people and groups. */
export function ShiftsCard() {
  const { t } = useTranslation(['accessHours', 'ui']);
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(listEndpoint, { query: { per_page: 100 } });
  const [opened, setOpened] = useState<Shift | 'new' | null>(null);
  const [removing, setRemoving] = useState<Shift | null>(null);
  const bound = ({ user_groups, members }: Shift) => [...user_groups, ...members].map(({ name }) => name).join(', ') || t('binds_nobody');
  return (
    <section className={css.card} data-surface="card" aria-label={t('title')}>
      <div className={css.head}>
        <p className={css.hint}>{t('hint')}</p>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
          {t('add')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className={css.hint}>{t('empty')}</p> : null}
      <ul className={css.list}>
        {data?.data.map((shift) => (
          <li key={shift.id} className={css.item}>
            <div className={css.words}>
              <strong>{shift.name}</strong>
              <span>{summarise(shift.ranges, currentLocale())}</span>
              <span>{bound(shift)}</span>
            </div>
            <StatusCell kind={!shift.active ? 'neutral' : shift.open ? 'success' : 'warning'}>
              {t(!shift.active ? 'off' : shift.open ? 'open_now' : 'closed_now')}
            </StatusCell>
            <ActionIcon variant="subtle" size="lg" aria-label={`${t('ui:edit')}: ${shift.name}`} onClick={() => setOpened(shift)}>
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" size="lg" aria-label={`${t('ui:delete')}: ${shift.name}`} onClick={() => setRemoving(shift)}>
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {data && data.data.length > 0 ? <MoreTime /> : null}
      <Suspense fallback={null}>
        {opened ? (
          <ShiftPanel
            shift={opened === 'new' ? null : opened}
            onClose={() => setOpened(null)}
            onSaved={() => {
              setOpened(null);
              void stale(listEndpoint);
            }}
          />
        ) : null}
        {removing ? (
          <ConfirmDelete
            name={removing.name}
            goes={t('remove_goes')}
            stays={t('remove_stays')}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await stale(listEndpoint);
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
