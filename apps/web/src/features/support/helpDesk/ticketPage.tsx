import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowMerge, IconArrowUpRight, IconCheck, IconHandGrab, IconTool, IconUserPlus } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { list } from '#endpoints/support/helpDesk.ts';
import type { Ticket, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime } from '#platform/formats.ts';
import { useLive } from '#platform/live.ts';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { IdCell, RelativeTimeCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useObject } from '#ui/object/useObject.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Conversation } from './conversation.tsx';
import { TicketSettings } from './ticketSettings.tsx';
import type { Uses } from './uses.ts';
import { touched, usesOf } from './uses.ts';
import { Due, helpDeskPath, nameOf, Priority, TicketState } from './words.tsx';

const AssignDialog = onDemand(async () => (await import('./assignDialog.tsx')).AssignDialog);
const MergeDialog = onDemand(async () => (await import('./mergeDialog.tsx')).MergeDialog);
const TieDialog = onDemand(async () => (await import('./tieDialog.tsx')).TieDialog);
const Rating = onDemand(async () => (await import('./rating.tsx')).Rating);
const NewTicketPanel = onDemand(async () => (await import('./newTicketPanel.tsx')).NewTicketPanel);

const linkTo = ({ id, number, title }: { id: string; number: number; title: string }) => (
  <Link key={id} to={objectPath(helpDeskPath, id)}>
    {nameOf({ number, title })}
  </Link>
);

/** With its report for who sees that. */
const maintenanceName = ({ title, ends_at }: NonNullable<WholeTicket['maintenance']>, t: TFunction<['helpDesk', 'ui']>): string => {
  const end = formatDateTime(ends_at);
  return title === null ? t('maintenance_until', { end }) : t('maintenance_fact', { title, end });
};

function useFacts(row: Ticket | undefined, whole: WholeTicket | undefined): Fact[] {
  const { t } = useTranslation(['helpDesk', 'ui']);
  const of = (read: (ticket: Ticket) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('opened_by'), value: of(({ opened_name }) => opened_name) },
    { label: t('assigned_to'), value: of(({ assigned_name }) => assigned_name ?? t('nobody_yet')) },
    { label: t('priority'), value: of(({ priority }) => <Priority value={priority} />) },
    { label: t('due'), value: of(({ due }) => (due ? <Due due={due} /> : null)) },
    { label: t('estimated_at'), value: of(({ estimated_at }) => (estimated_at ? formatDateTime(estimated_at) : null)) },
    { label: t('level'), value: of(({ level }) => (level === 'unit' ? null : t(`level_${level}`))) },
    { label: t('opened_at'), value: of(({ created_at }) => <RelativeTimeCell value={created_at} />) },
    { label: t('resolved_at'), value: of(({ resolved_at }) => (resolved_at ? <RelativeTimeCell value={resolved_at} /> : null)) },
    { label: t('follows'), value: whole ? (whole.follows ? linkTo(whole.follows) : null) : null },
    { label: t('merged_into'), value: whole?.merged_into ? linkTo(whole.merged_into) : null },
    { label: t('maintenance'), value: whole?.maintenance ? maintenanceName(whole.maintenance, t) : null },
    { label: t('followed_by'), value: whole?.followed_by.length ? <>{whole.followed_by.map(linkTo)}</> : null },
    { label: t('ui:object_id'), value: of(({ id }) => <IdCell value={id} />) },
  ];
}

type Wish = 'assign' | 'escalate' | 'follow' | 'merge' | 'tie';

function useActions(uses: Uses, changed: () => Promise<unknown>, wish: (wish: Wish) => void) {
  const { t } = useTranslation('helpDesk');
  const run = (work: Promise<unknown>, said: string) =>
    void work
      .then(changed)
      .then(() => toast.success(said))
      .catch((error: unknown) => toast.failure(error));
  const take: RowAction<Ticket> = {
    key: 'take',
    label: t('take'),
    icon: <IconHandGrab size={16} />,
    when: ({ can }) => can.take,
    run: ({ id }) => run(uses.take(id), t('taken')),
  };
  const resolve: RowAction<Ticket> = {
    key: 'resolve',
    label: t('resolve'),
    icon: <IconCheck size={16} />,
    when: ({ can }) => can.resolve,
    run: ({ id }) => run(uses.setState(id, true), t('resolved')),
  };
  const others: RowAction<Ticket>[] = [
    { key: 'assign', label: t('assign'), icon: <IconUserPlus size={16} />, when: ({ can }) => can.assign, run: () => wish('assign') },
    { key: 'merge', label: t('merge'), icon: <IconArrowMerge size={16} />, when: ({ can }) => can.merge, run: () => wish('merge') },
    { key: 'tie', label: t('tie'), icon: <IconTool size={16} />, when: ({ can }) => can.tie, run: () => wish('tie') },
    {
      key: 'escalate',
      label: t('escalate'),
      text: t('escalate_hint'),
      icon: <IconArrowUpRight size={16} />,
      when: ({ can }) => can.escalate,
      run: () => wish('escalate'),
    },
    {
      key: 'reopen',
      label: t('reopen'),
      icon: <IconArrowBackUp size={16} />,
      when: ({ can }) => can.reopen,
      run: ({ id }) => run(uses.setState(id, false), t('reopened')),
    },
  ];
  return { take, resolve, others };
}

/** For what is not there and for what one may not see. */
function Missing({ path }: { path: string }) {
  const { t } = useTranslation('helpDesk');
  const back = <Link to={path}>{t(path === helpDeskPath ? 'to_list' : 'to_start')}</Link>;
  return (
    <div data-page="object-missing">
      <EmptyState heading="h1" title={t('missing')} text={t('missing_text')} action={back} />
    </div>
  );
}

/** `/help_desk/<id>`: one ticket, for whoever opened it and for those who work on it. */
export function TicketPage() {
  const { t } = useTranslation('helpDesk');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const stale = useStale();
  const role = useRole() ?? 'user';
  const uses = usesOf(role);
  const opened = useObject<Ticket, WholeTicket>({ get: uses.get, list }, id);
  const openPage = useOpenObject(helpDeskPath);
  const [wished, setWished] = useState<Wish | null>(null);
  const changed = () => stale(...touched(uses));
  const { row, whole } = opened;
  const { take, resolve, others } = useActions(uses, changed, setWished);
  const facts = useFacts(row, whole);
  // What was said elsewhere stands here a moment later; of other tickets, and of one that is not there, nothing is asked.
  useLive('ticket', ({ ticket_id }) => {
    if (row && (ticket_id === undefined || ticket_id === id)) void changed();
  });
  const home = role === 'operator' ? { title: t('start'), path: '/' } : { title: t('title'), path: helpDeskPath };
  if (opened.error && failureOf(opened.error).status === 404) return <Missing path={home.path} />;
  const isFree = (ticket: Ticket) => ticket.can.take && ticket.assigned_to === null;
  const main = (ticket: Ticket) => (isFree(ticket) ? take : resolve);
  const close = () => setWished(null);
  return (
    <ObjectPage
      opened={opened}
      list={home}
      title={nameOf}
      state={(ticket) => <TicketState ticket={ticket} />}
      primary={(ticket) =>
        main(ticket).when?.(ticket) ? (
          <Button leftSection={main(ticket).icon} onClick={() => main(ticket).run(ticket)}>
            {main(ticket).label}
          </Button>
        ) : null
      }
      actions={[...(row ? [take, resolve].filter((action) => action !== main(row)) : []), ...others]}
      tabs={[
        {
          name: 'conversation',
          content: whole ? (
            <>
              <Conversation key={id} ticket={whole} uses={uses} onChanged={changed} onFollow={() => setWished('follow')} />
              {whole.can.rate || whole.rating ? (
                <Suspense fallback={null}>
                  <Rating key={`${id} ${whole.resolved_at}`} ticket={whole} onSaid={() => void changed()} />
                </Suspense>
              ) : null}
            </>
          ) : null,
        },
        ...(whole?.can.edit
          ? [{ name: 'settings' as const, content: <TicketSettings key={id} ticket={whole} onSaved={() => void changed()} /> }]
          : []),
      ]}
      facts={facts}
    >
      {row && wished === 'assign' ? <AssignDialog ticket={row} onDone={changed} onClose={close} /> : null}
      {row && wished === 'merge' ? (
        <MergeDialog ticket={row} onMerged={(into_id) => changed().then(() => openPage(into_id))} onClose={close} />
      ) : null}
      {whole && wished === 'tie' ? <TieDialog ticket={whole} onDone={changed} onClose={close} /> : null}
      {row && wished === 'escalate' ? (
        <ConfirmDialog
          title={t('escalate')}
          text={t(role === 'partner' ? 'escalate_operator' : 'escalate_partner')}
          confirm={t('escalate')}
          onConfirm={() => uses.escalate(id).then(changed)}
          onClose={close}
        />
      ) : null}
      {row && wished === 'follow' ? <NewTicketPanel follows={row} onAdded={(ticket) => openPage(ticket.id)} onClose={close} /> : null}
    </ObjectPage>
  );
}
