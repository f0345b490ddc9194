import type { BroadcastRow } from '@vitrine/contract/notifications/broadcasts.ts';
import { get, list as listEndpoint, remove, states } from '#endpoints/notifications/broadcasts.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { NumberCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { BroadcastStateCell, broadcastPath, useAudienceText } from './state.tsx';

const NewBroadcast = onDemand(async () => (await import('./newBroadcast.tsx')).NewBroadcast);

function useColumns(): Column<BroadcastRow>[] {
  const { t } = useTranslation('broadcasts');
  const audience = useAudienceText();
  return [
    { key: 'subject', header: t('subject'), sort: 'subject' },
    { key: 'state', header: t('state'), cell: ({ state }) => <BroadcastStateCell state={state} /> },
    { key: 'audience', header: t('audience'), cell: audience },
    { key: 'author_name', header: t('author') },
    {
      key: 'created_at',
      header: t('sent_at'),
      sort: 'created_at',
      cell: ({ sent_at, send_at }) => <RelativeTimeCell value={sent_at ?? send_at} />,
    },
    {
      key: 'recipients',
      header: t('recipients'),
      align: 'end',
      cell: ({ recipients, state }) => <NumberCell value={state === 'draft' ? null : recipients} />,
    },
  ];
}

/** `/notifications/announcements`: what was and will be written to many, each with a page. */
export function Broadcasts() {
  const { t } = useTranslation('broadcasts');
  const stale = useStale();
  const list = useList<BroadcastRow>(listEndpoint, { name: 'page_broadcast', filters: ['state'] });
  const { opened, show, close } = usePanels('announcement');
  const openPage = useOpenObject(broadcastPath);
  const changed = () => stale(listEndpoint, get);
  const removal = useRemoval<BroadcastRow>({
    endpoint: remove,
    nameOf: ({ subject }) => subject,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes') }),
    onRemoved: changed,
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useColumns()}
      add={{ label: t('add'), run: () => show({ announcement: 'new' }) }}
      actions={[useRowActions().edit<BroadcastRow>(({ id }) => openPage(id)), removal.action]}
      filters={[{ key: 'state', label: t('state'), options: states.map((value) => ({ value, label: t(`state_${value}`) })) }]}
      linkOf={({ id }) => objectPath(broadcastPath, id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.announcement === 'new' ? (
        <NewBroadcast
          onSaved={(id) => {
            void changed();
            openPage(id);
          }}
          onClose={close}
        />
      ) : null}
      {removal.dialog}
    </ListPage>
  );
}
