import { Button } from '@mantine/core';
import { IconArrowsVertical, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { Capacity, CapacityDetail, WorkKind } from '@vitrine/contract/datasets/capacities.ts';
import { get, list, look, remove } from '#endpoints/datasets/capacities.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { formatDollars } from '#platform/money.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { IdCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { CapacityState, isChanging, useCapacitiesLive } from './capacityCells.tsx';
import { StateTab } from './stateTab.tsx';

const HoursTab = onDemand(async () => (await import('./hoursTab.tsx')).HoursTab);
const PlanTab = onDemand(async () => (await import('./planTab.tsx')).PlanTab);
const HistoryTab = onDemand(async () => (await import('./historyTab.tsx')).HistoryTab);
const EditCapacityPanel = onDemand(async () => (await import('./editCapacityPanel.tsx')).EditCapacityPanel);
const WorkDialog = onDemand(async () => (await import('./workDialog.tsx')).WorkDialog);

const listPath = '/powerbi/resources';

function useFacts(row: Capacity | undefined): Fact[] {
  const { t } = useTranslation('capacities');
  const of = (read: (capacity: Capacity) => Fact['value']) => (row ? read(row) : undefined);
  return [
    {
      label: t('size'),
      value: of(({ sku, cents_per_hour: cents }) => (cents === null ? sku : t('size_price', { size: sku, price: formatDollars(cents) }))),
    },
    { label: t('month_cost'), value: of(({ month_cents: cents }) => (cents === null ? null : formatDollars(cents))) },
    { label: t('current'), value: of(({ current }) => (current ? t('current_yes') : null)) },
    { label: t('waking'), value: of(({ waking }) => t(`waking_${waking}`)) },
    { label: t('account'), value: of(({ account }) => account) },
    { label: t('resource_group'), value: of(({ resource_group }) => resource_group) },
    { label: t('subscription'), value: of(({ subscription_id }) => <IdCell value={subscription_id} />) },
    { label: t('seen_at'), value: of(({ seen_at }) => <RelativeTimeCell value={seen_at} />) },
  ];
}

/** `/powerbi/resources/<id>`: one capacity: its state, its hours, and what became of both. */
function OneCapacity() {
  const { t } = useTranslation(['capacities', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const opened = useObject<Capacity, CapacityDetail>({ get, list }, id);
  const { row, whole } = opened;
  const again = useCapacitiesLive(row ? isChanging(row) : false);
  const [asked, setAsked] = useState<WorkKind | 'edit' | null>(null);
  const close = () => setAsked(null);
  const lookAgain = async () => {
    await call(look, { params: { id } }).then(() => toast.success(t('looked')), toast.failure);
    await again();
  };
  const removal = useRemoval<Capacity>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes'), stays: t('remove_stays') }),
    onRemoved: async () => {
      await navigate({ to: listPath });
      await again();
    },
  });
  const actions: RowAction<Capacity>[] = [
    {
      key: 'pause',
      label: t('pause'),
      text: t('pause_line'),
      icon: <IconPlayerPause size={16} />,
      when: ({ can, state }) => can.work && state !== 'active' && state !== 'paused',
      run: () => setAsked('pause'),
    },
    {
      key: 'scale',
      label: t('scale'),
      text: t('scale_line'),
      icon: <IconArrowsVertical size={16} />,
      when: ({ can }) => can.work,
      run: () => setAsked('scale'),
    },
    { key: 'look', label: t('look'), text: t('look_line'), icon: <IconRefresh size={16} />, run: () => void lookAgain() },
    { key: 'edit', label: t('ui:edit'), icon: <IconPencil size={16} />, when: ({ can }) => can.edit, run: () => setAsked('edit') },
    removal.action,
  ];
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: listPath }}
      title={({ name }) => name}
      state={(capacity) => <CapacityState capacity={capacity} />}
      primary={({ can, state, open_act }) => {
        if (!can.work || !whole) return null;
        const kind = state === 'active' ? 'pause' : 'resume';
        return (
          <Button
            leftSection={kind === 'pause' ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
            disabled={open_act !== null}
            onClick={() => setAsked(kind)}
          >
            {t(kind)}
          </Button>
        );
      }}
      actions={actions}
      tabs={[
        { name: 'state', content: whole ? <StateTab capacity={whole} onLook={lookAgain} /> : null },
        { name: 'hours', content: whole ? <HoursTab key={id} capacity={whole} onSaved={() => void again()} /> : null },
        { name: 'plan', content: whole ? <PlanTab key={id} capacity={whole} onSaved={() => void again()} /> : null },
        { name: 'history', content: whole ? <HistoryTab capacity={whole} /> : null },
      ]}
      facts={[...useFacts(row), { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {asked === 'edit' && whole ? <EditCapacityPanel capacity={whole} onSaved={() => void again()} onClose={close} /> : null}
      {asked !== null && asked !== 'edit' && whole ? (
        <WorkDialog capacity={whole} kind={asked} onDone={() => void again()} onClose={close} />
      ) : null}
      {removal.dialog}
    </ObjectPage>
  );
}

/** Readers have their capacities at another address. */
export const CapacityPage = () => (useRole() === 'user' ? <Navigate to="/powerbi" replace /> : <OneCapacity />);
