import { Button } from '@mantine/core';
import { IconListSearch, IconUserMinus } from '@tabler/icons-react';
import type { Concerned, WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { addPeople, candidates, exportPeople, foundBy, people, removePerson } from '#endpoints/privacy/incidents.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import { useList } from '#ui/grid/useList.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { PickBox } from '#ui/pickBox.tsx';
import css from './incidents.module.css';

const FindPanel = onDemand(async () => (await import('./findPanel.tsx')).FindPanel);

type Props = { incident: WholeIncident; onChanged: () => void };

/** Whom the incident concerns: found by the logs, put in by hand, taken out again. */
export function ConcernedTab({ incident: { id, can }, onChanged }: Props) {
  const { t } = useTranslation(['incidents', 'incidentFile', 'ui']);
  const stale = useStale();
  const params = { id };
  const list = useList<Concerned>(people, { name: 'page_concerned', filters: ['found_by'], params });
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(candidates, { params, query: { q: (words ?? '').slice(0, 120) } }, { enabled: words !== null });
  const [finding, setFinding] = useState(false);
  const changed = async () => {
    await stale(people, candidates);
    onChanged();
  };
  const add = async (membership_id: string) => {
    await call(addPeople, { params, body: { membership_ids: [membership_id] } }).then(
      ({ added }) => toast.success(t('added_people', { count: added })),
      toast.failure,
    );
    await changed();
  };
  const remove = async ({ id: membership_id, name }: Concerned) => {
    await call(removePerson, { params: { id, membership_id } }).then(
      () => toast.undo(t('removed_person', { name }), () => void add(membership_id)),
      toast.failure,
    );
    await changed();
  };
  return (
    <>
      {can.edit ? (
        <div className={css.adding}>
          <PickBox
            label={t('add_person')}
            placeholder={t('ui:search')}
            finds={data?.data.map(({ id: key, name, email }) => ({ key, name, detail: email }))}
            onSearch={setWords}
            onChoose={(key) => void add(key)}
            nothing={() => t('ui:no_records')}
          />
          <Button leftSection={<IconListSearch size={16} />} onClick={() => setFinding(true)}>
            {t('find')}
          </Button>
        </div>
      ) : null}
      <DataGrid
        label={t('affected')}
        list={list}
        columns={[
          { key: 'name', header: t('user'), sort: 'name' },
          { key: 'email', header: t('email') },
          { key: 'found_by', header: t('incidentFile:found_by'), cell: ({ found_by }) => t(`incidentFile:found_${found_by}`) },
          {
            key: 'added_at',
            header: t('incidentFile:added_at'),
            sort: 'added_at',
            cell: ({ added_at }) => <RelativeTimeCell value={added_at} />,
          },
        ]}
        filters={[
          {
            key: 'found_by',
            label: t('incidentFile:found_by'),
            options: foundBy.map((value) => ({ value, label: t(`incidentFile:found_${value}`) })),
          },
        ]}
        actions={
          can.edit ? [{ key: 'remove', label: t('remove_person'), icon: <IconUserMinus size={16} />, run: (row) => void remove(row) }] : []
        }
        exporting={{ endpoint: exportPeople, params }}
        empty={{ title: t('people_empty_title'), ...(can.edit ? { text: t('people_empty_text') } : {}) }}
      />
      {finding ? <FindPanel id={id} onAdded={() => void changed()} onClose={() => setFinding(false)} /> : null}
    </>
  );
}
