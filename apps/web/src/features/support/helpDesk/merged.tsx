import { Link } from '@tanstack/react-router';
import type { TicketEntry, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { useTranslation } from 'react-i18next';
import { objectPath } from '#ui/object/paths.ts';
import css from './helpDesk.module.css';
import { helpDeskPath, nameOf } from './words.tsx';

type Named = { id: string | null; number: number; title: string };

const TicketLink = ({ ticket: { id, ...named } }: { ticket: Named }) =>
  id === null ? nameOf(named) : <Link to={objectPath(helpDeskPath, id)}>{nameOf(named)}</Link>;

/** Where the conversation goes on; the field for a reply stands there. */
export function MergedNote({ into }: { into: NonNullable<WholeTicket['merged_into']> }) {
  const { t } = useTranslation('helpDesk');
  return (
    <p className={css.closed}>
      {t('closed_merged')} <TicketLink ticket={into} />
    </p>
  );
}

/** The first words of a ticket that was merged into this one, below the line that says so. */
export function MergedWords({ ticket, entry }: { ticket: WholeTicket; entry: TicketEntry }) {
  const { t } = useTranslation('helpDesk');
  const merged = ticket.merged.find(({ number }) => String(number) === entry.about);
  if (!merged) return null;
  return (
    <blockquote className={css.merged} aria-label={t('merged_words', { ticket: nameOf(merged) })}>
      <TicketLink ticket={merged} />
      <p className={css.words}>{merged.text}</p>
    </blockquote>
  );
}
