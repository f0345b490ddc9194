import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { toast } from '#platform/toast.ts';
import { useUnsavedInput } from '#platform/unsaved.ts';
import { MentionArea } from '#ui/mention/mentionArea.tsx';
import type { Named } from '#ui/mention/tokenBefore.ts';
import { stillNamed } from '#ui/mention/tokenBefore.ts';
import type { Uses } from './uses.ts';
import { AttachField, takesFiles, useAttachments } from '#ui/attach/attachField.tsx';
import css from './helpDesk.module.css';

type Props = { ticket: WholeTicket; uses: Uses; onTyping: (internal: boolean) => void; onSaid: () => Promise<unknown> };

/** A follow-up for everybody, or a note for those who work on tickets. */
export function ReplyForm({ ticket: { id, can }, uses, onTyping, onSaid }: Props) {
  const { t } = useTranslation('helpDesk');
  const attachments = useAttachments();
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(!can.reply);
  const [named, setNamed] = useState<Named[]>([]);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  useUnsavedInput(() => text !== '');
  const search = async (q: string) => {
    try {
      const { people } = await uses.mentionable(id, { q, internal });
      return people.map((person) => ({ ...person, detail: t(`side_${person.side}`) }));
    } catch (failed) {
      toast.failure(failed);
      return [];
    }
  };
  const send = async () => {
    if (text.trim() === '') return setError(t('say_required'));
    setSending(true);
    try {
      await uses.say(id, {
        text,
        internal,
        mention_ids: stillNamed(text, named),
        attachment_ids: attachments.files.map((file) => file.id),
      });
      setText('');
      setNamed([]);
      attachments.clear();
      await onSaid();
    } catch (failed) {
      const reason = failureOf(failed).fields['text'];
      if (reason) setError(reason);
      else toast.failure(failed);
    }
    setSending(false);
  };
  return (
    <form
      className={css.reply}
      noValidate
      data-note={internal || undefined}
      {...(uses.attaches ? takesFiles(attachments) : {})}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MentionArea
        label={t(internal ? 'note' : 'reply')}
        description={t(internal ? 'note_hint' : 'mention_hint')}
        value={text}
        error={error}
        maxLength={10_000}
        autosize
        minRows={3}
        maxRows={16}
        onChange={(written) => {
          setText(written);
          onTyping(internal);
          setError('');
        }}
        onNamed={(person) => setNamed((before) => [...before, person])}
        search={search}
        people={t('mention_people')}
      />
      {uses.attaches ? <AttachField attachments={attachments} /> : null}
      <div className={css.replyBar}>
        {can.note && can.reply ? (
          <Switch label={t('internal')} checked={internal} onChange={(event) => setInternal(event.currentTarget.checked)} />
        ) : (
          <span />
        )}
        <Button type="submit" loading={sending} disabled={attachments.busy}>
          {t(internal ? 'save_note' : 'send')}
        </Button>
      </div>
    </form>
  );
}
