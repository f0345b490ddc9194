import { IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TermRow } from '@vitrine/contract/settings/terms.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { NumberCell, RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { LevelTabs, useUnitOrPartner } from '#shell/levelTabs.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import type { Level } from './sharedTerms.ts';
import { deskOf } from './sharedTerms.ts';

const TermPanel = onDemand(async () => (await import('./termPanel.tsx')).TermPanel);
const Acceptances = onDemand(async () => (await import('./acceptances.tsx')).Acceptances);

function State({ row }: { row: TermRow }) {
  const { t } = useTranslation('terms');
  if (!row.active) return <StatusCell kind="neutral">{t('off')}</StatusCell>;
  if (row.number === null) return <StatusCell kind="info">{t('draft')}</StatusCell>;
  return row.has_draft ? (
    <StatusCell kind="warning">{t('has_draft')}</StatusCell>
  ) : (
    <StatusCell kind="success">{t('published')}</StatusCell>
  );
}

/**
 * `/terms`: terms, their versions, and who accepted them: of the unit, of the partner (`?level=partner`), and for the
 * operator of the platform. What is open stands in the address.
 */
export function Terms() {
  const navigate = useNavigate();
  const { role } = useViewer();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const asked = useUnitOrPartner();
  const level: Level = role === 'operator' ? 'platform' : asked;
  const here: Record<string, string> = level === 'partner' ? { level } : {};
  const { accepted } = search;
  if (!accepted) return <TermList key={level} level={level} here={here} />;
  return (
    <Suspense fallback={null}>
      <Acceptances desk={deskOf(level)} id={accepted} onBack={() => void navigate({ to: '.', search: here })} />
    </Suspense>
  );
}

function TermList({ level, here }: { level: Level; here: Record<string, string> }) {
  const { t } = useTranslation('terms');
  const navigate = useNavigate();
  const stale = useStale();
  const desk = deskOf(level);
  const list = useList<TermRow>(desk.list, { name: level === 'unit' ? 'page_term' : 'page_shared_term' });
  const { opened, show, close } = usePanels('term');
  const changed = () => stale(desk.list);
  const removal = useRemoval<TermRow>({
    endpoint: desk.remove,
    nameOf: ({ title }) => title,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes') }),
    onRemoved: changed,
  });

  const columns: Column<TermRow>[] = [
    { key: 'title', header: t('term_title'), sort: 'title' },
    { key: 'state', header: t('state'), cell: (row) => <State row={row} /> },
    { key: 'place', header: t('place'), cell: (row) => t(`place_${row.place}`) },
    { key: 'number', header: t('version'), align: 'end', cell: (row) => <NumberCell value={row.number} /> },
    {
      key: 'published_at',
      header: t('published_at'),
      sort: 'published_at',
      cell: (row) => <RelativeTimeCell value={row.published_at} />,
    },
    { key: 'accepted_count', header: t('accepted'), align: 'end', cell: (row) => <NumberCell value={row.accepted_count} /> },
  ];
  const actions: RowAction<TermRow>[] = [
    useRowActions().edit(({ id }) => show({ term: id })),
    {
      key: 'accepted',
      label: t('who_accepted'),
      icon: <IconUsers size={16} />,
      when: ({ number }) => number !== null,
      run: ({ id }) => void navigate({ to: '.', search: { ...here, accepted: id } }),
    },
    removal.action,
  ];
  return (
    <ListPage
      title={t('title')}
      description={t(`description_${level}`)}
      tabs={<LevelTabs label={t('title')} partner={t('level_partner')} />}
      list={list}
      columns={columns}
      add={{ label: t('add'), run: () => show({ term: 'new' }) }}
      actions={actions}
      onOpen={({ id }) => show({ term: id })}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.term ? <TermPanel key={opened.term} id={opened.term} level={level} onChanged={() => void changed()} onClose={close} /> : null}
      {removal.dialog}
    </ListPage>
  );
}
