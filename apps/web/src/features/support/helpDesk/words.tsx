import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { useTranslation } from 'react-i18next';
import { Nothing, StatusCell } from '#ui/cells.tsx';
import { useDueWords } from './due.ts';

const stateKinds = { open: 'warning', in_progress: 'info', resolved: 'success' } as const;

/** Where a ticket stands; one that was put away says so. */
export function TicketState({
  ticket: { state, archived_at, merged_into_id },
}: {
  ticket: Pick<Ticket, 'state' | 'archived_at' | 'merged_into_id'>;
}) {
  const { t } = useTranslation('helpDesk');
  if (archived_at) return <StatusCell kind="neutral">{t('archived')}</StatusCell>;
  if (merged_into_id) return <StatusCell kind="neutral">{t('state_merged')}</StatusCell>;
  return <StatusCell kind={stateKinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

/** What is as usual needs no sign. */
export function Priority({ value }: { value: Ticket['priority'] }) {
  const { t } = useTranslation('helpDesk');
  return value === 'high' ? <StatusCell kind="error">{t('priority_high')}</StatusCell> : <span>{t(`priority_${value}`)}</span>;
}

/** What is due next by the goals; what is late already says so in colour. */
export function Due({ due }: Pick<Ticket, 'due'>) {
  const words = useDueWords();
  if (!due) return <Nothing />;
  const { text, isLate } = words(due);
  return isLate ? <StatusCell kind="error">{text}</StatusCell> : <span>{text}</span>;
}

export const nameOf = ({ number, title }: Pick<Ticket, 'number' | 'title'>): string => `#${number} ${title}`;

export const helpDeskPath = '/help_desk';
