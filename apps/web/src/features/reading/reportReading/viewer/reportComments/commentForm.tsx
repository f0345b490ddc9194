import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { commentLimits, people } from '#endpoints/reading/reportComments.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { toast } from '#platform/toast.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUnsavedInput } from '#platform/unsaved.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './comments.module.css';

type Named = { id: string; name: string };
type Props = {
  reportId: string;
  label: string;
  submit: string;
  /** What goes along with it, in words. */
  place?: string;
  onSend: (written: { text: string; membership_ids: string[] }) => Promise<unknown>;
};

/** Words about a report, and who shall be told of them. */
export function CommentForm({ reportId, label, submit, place = '', onSend }: Props) {
  const { t } = useTranslation('reportComments');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [told, setTold] = useState<readonly Named[]>([]);
  const [words, setWords] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { data } = useEndpoint(people, { params: { id: reportId }, query: { q: words ?? '' } }, { enabled: words !== null });
  useUnsavedInput(() => text !== '');
  const send = async () => {
    setSending(true);
    try {
      await onSend({ text, membership_ids: told.map(({ id }) => id) });
      setText('');
      setTold([]);
    } catch (failed) {
      const reason = failureOf(failed).fields['text'];
      if (reason) setError(reason);
      else toast.failure(failed);
    }
    setSending(false);
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={label}
        value={text}
        error={error}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError('');
        }}
      />
      {place ? <p className={css.hint}>{t('goes_along', { place })}</p> : null}
      {told.length > 0 ? (
        <ul className={css.chosen}>
          {told.map(({ id, name }) => (
            <li key={id}>
              {name}
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('tell_remove', { name })}
                onClick={() => setTold(told.filter((one) => one.id !== id))}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      {told.length < commentLimits.mentions ? (
        <PickBox
          label={t('tell')}
          placeholder={t('tell_search')}
          finds={data?.data.map(({ id, name }) => ({ key: id, name, taken: told.some((one) => one.id === id) }))}
          onSearch={setWords}
          onChoose={(key) => {
            const chosen = data?.data.find(({ id }) => id === key);
            if (chosen) setTold([...told, chosen]);
          }}
          nothing={() => t('tell_nobody')}
        />
      ) : null}
      <div className={css.buttons}>
        <Button type="submit" size="compact-md" loading={sending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
