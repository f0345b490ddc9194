import { Button } from '@mantine/core';
import type { Place } from '@vitrine/contract/organisation/maintenance.ts';
import { list } from '#endpoints/organisation/maintenance.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { useViewer } from '#shell/viewer.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { change } from './change.ts';
import css from './maintenance.module.css';

const MaintenancePanel = onDemand(async () => (await import('./maintenancePanel.tsx')).MaintenancePanel);

function PlaceRow({ place, name, onBegin }: { place: Place; name: string; onBegin: () => void }) {
  const { t } = useTranslation('maintenance');
  const stale = useStale();
  const { maintenance } = place;
  const end = async () => {
    await change(place, { on: false }).then(() => toast.success(t('ended')), toast.failure);
    await stale(list);
  };
  return (
    <li className={css.place}>
      <div className={css.words}>
        <strong>{name}</strong>
        <StatusCell kind={maintenance ? 'warning' : 'success'}>
          {maintenance?.until ? t('closed_until', { when: formatDateTime(maintenance.until) }) : t(maintenance ? 'closed' : 'open')}
        </StatusCell>
        {maintenance?.message ? <span>{maintenance.message}</span> : null}
      </div>
      <Button
        variant="default"
        aria-label={t(maintenance ? 'end_of' : 'begin_of', { name })}
        onClick={() => (maintenance ? void end() : onBegin())}
      >
        {t(maintenance ? 'end' : 'begin')}
      </Button>
    </li>
  );
}

/** `/maintenance`: for the operator the platform and every partner, for a partner its own units. */
export function Maintenance() {
  const { t } = useTranslation('maintenance');
  const { role } = useViewer();
  const { data, error, refetch } = useEndpoint(list, {});
  const [opened, setOpened] = useState<Place | null>(null);
  const nameOf = ({ name }: Place) => name ?? t('platform');
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t(role === 'operator' ? 'description_operator' : 'description_partner')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <ul className={css.places} data-surface="card">
          {data.data.map((place) => (
            <PlaceRow key={place.id} place={place} name={nameOf(place)} onBegin={() => setOpened(place)} />
          ))}
        </ul>
      ) : null}
      {opened ? <MaintenancePanel place={opened} name={nameOf(opened)} onClose={() => setOpened(null)} /> : null}
    </div>
  );
}
