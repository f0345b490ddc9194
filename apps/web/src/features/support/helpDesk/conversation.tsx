import { Button, Textarea } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { TicketAttachment, TicketEntry, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { intoView } from '#ui/intoView.ts';
import { MentionedText } from '#ui/mention/mentionedText.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './helpDesk.module.css';
import { MergedNote, MergedWords } from './merged.tsx';
import { ReplyForm } from './replyForm.tsx';
import type { Uses } from './uses.ts';
import { PresenceLine, usePresence } from './usePresence.tsx';

const EvidenceBlock = onDemand(async () => (await import('./evidenceBlock.tsx')).EvidenceBlock, { namespaces: ['reportAccess'] });

function Files({ files }: { files: readonly TicketAttachment[] }) {
  const { t } = useTranslation('helpDesk');
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('attachments')}>
      {files.map(({ id, name, size, address }) => (
        <li key={id}>
          <IconDownload size={14} aria-hidden="true" />
          <a href={address} download={name}>
            {name}
          </a>
          <span className={css.dim}>{t('size', { size: formatNumber(Math.max(1, Math.round(size / 1024))) })}</span>
        </li>
      ))}
    </ul>
  );
}

type SideName = TicketEntry['side'];

function Author({
  name,
  side,
  at,
  note = false,
  byMail = false,
  edited = null,
}: {
  name: string;
  side: SideName;
  at: string;
  note?: boolean;
  byMail?: boolean;
  edited?: string | null;
}) {
  const { t } = useTranslation('helpDesk');
  return (
    <header className={css.author}>
      <strong>{name}</strong>
      <span className={css.dim}>{t(`side_${side}`)}</span>
      {note ? (
        <span className={css.noteMark}>
          <IconLock size={13} aria-hidden="true" />
          {t('note')}
        </span>
      ) : null}
      <span className={css.dim}>
        <RelativeTimeCell value={at} />
        {byMail ? ` · ${t('by_mail')}` : ''}
        {edited ? ` · ${t('edited')}` : ''}
      </span>
    </header>
  );
}

/** The words of an entry, or while one changes them, the field for it. */
function Words({ entry, editable, onSave }: { entry: TicketEntry; editable: boolean; onSave: (text: string) => Promise<unknown> }) {
  const { t } = useTranslation(['helpDesk', 'ui']);
  const [draft, setDraft] = useState<string | null>(null);
  const save = async () => {
    try {
      await onSave(draft ?? '');
      setDraft(null);
    } catch (error) {
      toast.failure(error);
    }
  };
  if (draft === null) {
    return (
      <>
        <p className={css.words}>
          <MentionedText text={entry.text} names={entry.mentions} />
        </p>
        {editable ? (
          <Button variant="subtle" size="compact-xs" className={css.edit ?? ''} onClick={() => setDraft(entry.text)}>
            {t('ui:edit')}
          </Button>
        ) : null}
      </>
    );
  }
  return (
    <div className={css.editing}>
      <Textarea
        label={t('edit_words')}
        value={draft}
        maxLength={10_000}
        autosize
        minRows={2}
        data-autofocus
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button variant="default" size="compact-sm" onClick={() => setDraft(null)}>
          {t('ui:cancel')}
        </Button>
        <Button size="compact-sm" disabled={draft.trim() === ''} onClick={() => void save()}>
          {t('ui:save_changes')}
        </Button>
      </div>
    </div>
  );
}

function useEventText() {
  const { t } = useTranslation('helpDesk');
  return ({ event, about, person_name }: TicketEntry): string => {
    const person = person_name ?? t('portal');
    switch (event) {
      case 'assigned':
        return t('event_assigned', { person, agent: about ?? '–' });
      case 'escalated':
        return t(about === 'operator' ? 'event_escalated_operator' : 'event_escalated_partner', { person });
      case 'estimated':
        return about ? t('event_estimated', { person, date: formatDateTime(about) }) : t('event_unestimated', { person });
      case 'prioritised':
        return t('event_prioritised', { person, priority: t(`priority_${about === 'high' || about === 'low' ? about : 'normal'}`) });
      case 'merged':
      case 'merged_in':
        return t(`event_${event}`, { person, number: about ?? '–' });
      case 'tied':
        return t('event_tied', { person, date: about ? formatDateTime(about) : '–' });
      case 'returned':
        return person_name ? t('event_returned', { person }) : t('event_returned_silent');
      default:
        return t(`event_${event ?? 'taken'}`, { person });
    }
  };
}

type Props = { ticket: WholeTicket; uses: Uses; onChanged: () => Promise<unknown>; onFollow: () => void };

/** What was said and done, from the first word on, and the field for the next. */
export function Conversation({ ticket, uses, onChanged, onFollow }: Props) {
  const { t } = useTranslation('helpDesk');
  const eventText = useEventText();
  // A notice leads to what it is about.
  const { entry: pointedAt }: { entry?: string } = useSearch({ strict: false });
  const { can } = ticket;
  const { typing, present } = usePresence(ticket.id, { tells: uses.tells, works: can.note });
  const silence = ticket.archived_at ? 'closed_archived' : ticket.state === 'resolved' ? 'closed_resolved' : 'closed_flag';
  return (
    <div className={css.conversation}>
      <ol className={css.entries}>
        <li className={css.entry} data-side="opener">
          <Author name={ticket.opened_name} side="opener" at={ticket.created_at} />
          <p className={css.words}>{ticket.text}</p>
          <Files files={ticket.attachments} />
          {ticket.evidence ? <EvidenceBlock evidence={ticket.evidence} /> : null}
        </li>
        {ticket.entries.map((entry) =>
          entry.kind === 'event' ? (
            <li key={entry.id} className={css.event}>
              {eventText(entry)} <RelativeTimeCell value={entry.created_at} />
              {entry.event === 'merged_in' ? <MergedWords ticket={ticket} entry={entry} /> : null}
            </li>
          ) : (
            <li
              key={entry.id}
              ref={entry.id === pointedAt ? intoView : undefined}
              className={css.entry}
              data-side={entry.side}
              data-note={entry.kind === 'note' || undefined}
              data-pointed={entry.id === pointedAt || undefined}
            >
              <Author
                name={entry.person_name ?? '–'}
                side={entry.side}
                at={entry.created_at}
                note={entry.kind === 'note'}
                byMail={entry.by_mail}
                edited={entry.edited_at}
              />
              <Words
                entry={entry}
                editable={entry.can.edit}
                onSave={async (text) => {
                  await uses.edit(ticket.id, entry.id, text);
                  await onChanged();
                }}
              />
              <Files files={entry.attachments} />
            </li>
          ),
        )}
      </ol>
      <PresenceLine present={present} />
      {ticket.merged_into ? (
        <MergedNote into={ticket.merged_into} />
      ) : can.reply || can.note ? (
        <ReplyForm ticket={ticket} uses={uses} onTyping={typing} onSaid={onChanged} />
      ) : (
        <p className={css.closed}>
          {t(silence)}
          {can.follow ? (
            <Button variant="default" size="compact-sm" ml={12} onClick={onFollow}>
              {t('follow')}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  );
}
