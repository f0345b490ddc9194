import { Button } from '@mantine/core';
import { IconCheck, IconHandGrab, IconTargetArrow } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { exportList, get, list as listEndpoint } from '#endpoints/support/helpDesk.ts';
import { ticketPriorities, ticketScopes, ticketStates } from '#endpoints/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAll } from '#platform/allRows.ts';
import { useLive } from '#platform/live.ts';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import type { BulkAction, Column, Filter, Selection } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import type { Item } from '#ui/many/useOneByOne.ts';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { DeskTabs } from './deskTabs.tsx';
import type { TicketWish } from './manyTickets.tsx';
import { Due, helpDeskPath, nameOf, Priority, TicketState } from './words.tsx';

const NewTicketPanel = onDemand(async () => (await import('./newTicketPanel.tsx')).NewTicketPanel);
const GoalsPanel = onDemand(async () => (await import('./goalsPanel.tsx')).GoalsPanel, { namespaces: ['ticketGoals'] });
const FiguresPage = onDemand(async () => (await import('./figuresPage.tsx')).FiguresPage, {
  namespaces: ['ticketFigures', 'reportUsage'],
});
const ManyTickets = onDemand(async () => (await import('./manyTickets.tsx')).ManyTickets);

type Can = { add: boolean; work: boolean; oversee: boolean; set_goals: boolean };
type Many = { wish: TicketWish; tickets: readonly Item[]; keep: Selection['keep'] };

function useColumns(ofOthers: boolean): Column<Ticket>[] {
  const { t } = useTranslation('helpDesk');
  const due: Column<Ticket> = { key: 'due', header: t('due'), sort: 'due_at', cell: (ticket) => <Due due={ticket.due} /> };
  const opener: Column<Ticket> = { key: 'opened_name', header: t('opened_by') };
  return [
    { key: 'title', header: t('ticket'), cell: nameOf },
    { key: 'state', header: t('state'), cell: (ticket) => <TicketState ticket={ticket} /> },
    { key: 'priority', header: t('priority'), cell: ({ priority }) => <Priority value={priority} /> },
    ...(ofOthers ? [opener] : []),
    { key: 'assigned_name', header: t('assigned_to'), cell: ({ assigned_name }) => assigned_name ?? t('nobody_yet') },
    { key: 'waits_since', header: t('waits_since'), cell: ({ waits_since }) => <RelativeTimeCell value={waits_since} /> },
    ...(ofOthers ? [due] : []),
    { key: 'touched_at', header: t('touched_at'), sort: 'touched_at', cell: ({ touched_at }) => <RelativeTimeCell value={touched_at} /> },
    { key: 'number', header: t('number'), sort: 'number', hidden: true, cell: ({ number }) => `#${number}` },
  ];
}

function useFilters(ofOthers: boolean): Filter[] {
  const { t } = useTranslation('helpDesk');
  return [
    { key: 'state', label: t('state'), options: ticketStates.map((value) => ({ value, label: t(`state_${value}`) })) },
    { key: 'priority', label: t('priority'), options: ticketPriorities.map((value) => ({ value, label: t(`priority_${value}`) })) },
    ...(ofOthers
      ? [
          {
            key: 'assigned',
            label: t('assigned_to'),
            options: (['nobody', 'somebody'] as const).map((value) => ({ value, label: t(`assigned_${value}`) })),
          },
        ]
      : []),
    ...(ofOthers ? [{ key: 'late', label: t('late'), options: [{ value: 'true', label: t('late_only') }] }] : []),
    { key: 'archived', label: t('shelf'), options: [{ value: 'true', label: t('archived') }] },
  ];
}

/** The own tickets; agents and administrators have those of the unit as well. */
function Tickets() {
  const { t } = useTranslation('helpDesk');
  const stale = useStale();
  const client = useQueryClient();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const role = useRole() ?? 'user';
  const scope = ticketScopes.find((one) => one === search['tab']) ?? (role === 'user' ? 'mine' : 'all');
  const list = useList<Ticket, Can>(listEndpoint, {
    name: 'page_help_desk',
    filters: ['state', 'priority', 'assigned', 'late', 'archived'],
    fixed: { scope },
  });
  const { opened, show, close } = usePanels('ticket', 'goals');
  const openPage = useOpenObject(helpDeskPath);
  const [many, setMany] = useState<Many | null>(null);
  useLive('ticket', () => void stale(listEndpoint));
  const { work = false, oversee = role !== 'user', set_goals = false } = list.can ?? {};
  const ofOthers = work || oversee;
  const chosen = async (ids: readonly string[], all: boolean): Promise<Item[]> => {
    const { q, filters } = list.view.state;
    const found = all ? await loadAll<Ticket>(listEndpoint, { scope, ...(q ? { q } : {}), ...filters }) : [];
    // Selected rows may stand on other pages, which were read before.
    const read = client.getQueriesData<{ data?: Ticket[] }>({ queryKey: [listEndpoint.path] }).flatMap(([, answer]) => answer?.data ?? []);
    const names = new Map([...read, ...found].map((ticket) => [ticket.id, nameOf(ticket)]));
    return (all ? found.map(({ id }) => id) : ids).map((id) => ({ id, name: names.get(id) ?? id }));
  };
  const bulk = (wish: TicketWish, label: string, icon: BulkAction['icon']): BulkAction => ({
    key: wish,
    label,
    icon,
    run: ({ ids, all, keep }) =>
      void chosen(ids, all).then(
        (tickets) => setMany({ wish, tickets, keep }),
        (error: unknown) => toast.failure(error),
      ),
  });
  return (
    <ListPage
      title={t('title')}
      description={t(ofOthers ? 'description_agent' : 'description')}
      list={list}
      columns={useColumns(ofOthers && scope !== 'mine')}
      filters={useFilters(ofOthers)}
      buttons={
        set_goals ? (
          <Button variant="default" leftSection={<IconTargetArrow size={16} />} onClick={() => show({ goals: 'open' })}>
            {t('goals')}
          </Button>
        ) : null
      }
      add={{ label: t('add'), run: () => show({ ticket: 'new' }) }}
      tabs={ofOthers ? <DeskTabs value={scope} /> : null}
      {...(work
        ? {
            bulkActions: [bulk('take', t('take'), <IconHandGrab size={16} />), bulk('resolve', t('resolve'), <IconCheck size={16} />)],
          }
        : {})}
      linkOf={({ id }) => objectPath(helpDeskPath, id)}
      exporting={{ endpoint: exportList, fixed: { scope } }}
      empty={{ title: t(`empty_${scope}`), text: t(`empty_${scope}_text`) }}
    >
      {opened.ticket === 'new' ? <NewTicketPanel onAdded={({ id }) => openPage(id)} onClose={close} /> : null}
      {opened.goals ? <GoalsPanel onClose={close} /> : null}
      {many ? (
        <ManyTickets
          wish={many.wish}
          tickets={many.tickets}
          onDone={(undone) => {
            many.keep(undone);
            void stale(listEndpoint, get);
          }}
          onClose={() => setMany(null)}
        />
      ) : null}
    </ListPage>
  );
}

/** `/help_desk`: tickets, and for those who work on them how the help desk is doing. */
export function HelpDesk() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return search['tab'] === 'figures' ? <FiguresPage /> : <Tickets />;
}
