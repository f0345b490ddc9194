import { Button } from '@mantine/core';
import { IconDownload, IconLock, IconLockOpen, IconMessageCheck } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { ofIncident } from '#endpoints/audit/audit.ts';
import { file, get, getTexts, list, people, reopen } from '#endpoints/privacy/incidents.ts';
import type { Incident, WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { DateCell, IdCell, NumberCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { Clock } from './clock.tsx';
import { incidentsPath } from './incidents.tsx';
import { ReadWorksheet } from './readWorksheet.tsx';
import { Worksheet } from './worksheet.tsx';

const ConcernedTab = onDemand(async () => (await import('./concernedTab.tsx')).ConcernedTab);
const TextsTab = onDemand(async () => (await import('./textsTab.tsx')).TextsTab);
const TellPanel = onDemand(async () => (await import('./tellPanel.tsx')).TellPanel);
const ClosePanel = onDemand(async () => (await import('./closePanel.tsx')).ClosePanel);

function useFacts(row: Incident | undefined): Fact[] {
  const { t } = useTranslation(['incidents', 'incidentFile']);
  const of = (read: (incident: Incident) => Fact['value']) => (row ? read(row) : undefined);
  const told = (at: string | null) => (at === null ? t('not_yet') : formatDateTime(at));
  return [
    { label: t('state'), value: of(({ state }) => t(`incidentFile:state_${state}`)) },
    { label: t('noticed'), value: of(({ noticed_at }) => formatDateTime(noticed_at)) },
    { label: t('due'), value: of(({ due_on }) => <DateCell value={due_on} />) },
    { label: t('affected'), value: of(({ people: count }) => <NumberCell value={count} />) },
    { label: t('authority_told'), value: of(({ authority_told_at }) => told(authority_told_at)) },
    { label: t('people_told'), value: of(({ people_told_at }) => told(people_told_at)) },
    { label: t('closed_at'), value: of(({ closed_at }) => (closed_at === null ? null : formatDateTime(closed_at))) },
  ];
}

/** `/privacy/incidents/<id>`: one incident, its clock and everything that has to be said about it. */
export function IncidentPage() {
  const { t } = useTranslation(['incidents', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const stale = useStale();
  const opened = useObject<Incident, WholeIncident>({ get, list }, id);
  const { row, whole } = opened;
  const history = useHistory(ofIncident, id, true);
  const historyFacts = useHistoryFacts(history, true, row);
  const [shown, show] = useState<'tell' | 'close' | null>(null);
  const changed = () => stale(list, get, getTexts, people, ofIncident);
  const openAgain = async ({ version }: Incident) => {
    await call(reopen, { params: { id }, body: { version } }).then(() => toast.success(t('reopened')), toast.failure);
    await changed();
  };
  const take = async () => {
    await saveFile(file, { params: { id } }).catch(toast.failure);
    await stale(ofIncident);
  };
  const actions: RowAction<Incident>[] = [
    {
      key: 'file',
      label: t('take_file'),
      text: t('take_file_text'),
      icon: <IconDownload size={16} />,
      run: () => void take(),
    },
    { key: 'close', label: t('close'), icon: <IconLock size={16} />, when: ({ can }) => can.edit, run: () => show('close') },
    {
      key: 'reopen',
      label: t('reopen'),
      icon: <IconLockOpen size={16} />,
      when: ({ can }) => can.reopen,
      run: (incident) => void openAgain(incident),
    },
  ];
  const worksheet = whole?.can.edit ? (
    <Worksheet key={id} incident={whole} onSaved={() => void changed()} />
  ) : whole ? (
    <ReadWorksheet incident={whole} />
  ) : null;
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: incidentsPath }}
      title={({ title }) => title}
      state={(incident) => <Clock incident={incident} />}
      primary={({ can }) =>
        can.edit ? (
          <Button leftSection={<IconMessageCheck size={16} />} onClick={() => show('tell')}>
            {t('tell')}
          </Button>
        ) : null
      }
      actions={actions}
      tabs={[
        { name: 'worksheet', content: worksheet },
        { name: 'concerned', content: whole ? <ConcernedTab incident={whole} onChanged={() => void changed()} /> : null },
        { name: 'text', content: whole ? <TextsTab key={id} incident={whole} onSaved={() => void changed()} /> : null },
        { name: 'history', content: <HistoryTab history={history} own={['incident']} /> },
      ]}
      facts={[...useFacts(row), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {shown === 'tell' && whole ? <TellPanel incident={whole} onSaved={() => void changed()} onClose={() => show(null)} /> : null}
      {shown === 'close' && whole ? <ClosePanel incident={whole} onSaved={() => void changed()} onClose={() => show(null)} /> : null}
    </ObjectPage>
  );
}
