import type { Incident } from '@vitrine/contract/privacy/incidents.ts';
import { incidentDays, incidentStates, list as listEndpoint } from '#endpoints/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { DateCell, NumberCell, RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { Clock } from './clock.tsx';

const NewIncident = onDemand(async () => (await import('./newIncident.tsx')).NewIncident);

export const incidentsPath = '/privacy/incidents';
const kinds = { open: 'warning', told: 'info', closed: 'neutral' } as const;

/** `/privacy/incidents`: security incidents of the unit, the most urgent first. */
export function Incidents() {
  const { t } = useTranslation(['incidents', 'incidentFile']);
  const stale = useStale();
  const list = useList<Incident>(listEndpoint, { name: 'page_incident', filters: ['state'] });
  const { opened, show, close } = usePanels('incident');
  return (
    <ListPage
      title={t('title')}
      description={t('description', { days: incidentDays })}
      list={list}
      columns={[
        { key: 'title', header: t('name'), sort: 'title' },
        {
          key: 'state',
          header: t('state'),
          cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`incidentFile:state_${state}`)}</StatusCell>,
        },
        { key: 'clock', header: t('clock'), cell: (incident) => <Clock incident={incident} /> },
        { key: 'due_on', header: t('due'), sort: 'due_on', cell: ({ due_on }) => <DateCell value={due_on} /> },
        { key: 'people', header: t('affected'), align: 'end', cell: ({ people }) => <NumberCell value={people} /> },
        {
          key: 'noticed_at',
          header: t('noticed'),
          sort: 'noticed_at',
          cell: ({ noticed_at }) => <RelativeTimeCell value={noticed_at} />,
        },
      ]}
      filters={[
        {
          key: 'state',
          label: t('state'),
          options: incidentStates.map((value) => ({ value, label: t(`incidentFile:state_${value}`) })),
        },
      ]}
      add={{ label: t('add'), run: () => show({ incident: 'new' }) }}
      linkOf={({ id }) => objectPath(incidentsPath, id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.incident === 'new' ? <NewIncident onSaved={() => void stale(listEndpoint)} onClose={close} /> : null}
    </ListPage>
  );
}
