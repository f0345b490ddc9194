import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { share, shareNoteLimit, shareReasonFrom } from '#endpoints/reading/sharing.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { Receiver } from './receiverChoice.tsx';
import { ReceiverChoice } from './receiverChoice.tsx';
import css from './sharing.module.css';

type View = { page: string; state: string };
type Props = {
  report: { id: string; title: string };
  /** What is open, where something is. */
  view?: (() => Promise<View | null>) | undefined;
  onClose: () => void;
};

function Words({ receiver: { to, effect }, reportId }: { receiver: Receiver; reportId: string }) {
  const { t } = useTranslation('sharing');
  if (effect === 'choose')
    return (
      <p className={css.hint}>
        {t('effect_choose')} <Link to={`/management/report?report=${reportId}&tab=access`}>{t('choose_rows')}</Link>
      </p>
    );
  return <p className={css.hint}>{t(to === 'user_group' ? `effect_${effect}_group` : `effect_${effect}`)}</p>;
}

/** *Compartilhar*: with whom, what that does, and a message. */
export function ShareDialog({ report, view, onClose }: Props) {
  const { t } = useTranslation(['sharing', 'ui']);
  const [receiver, setReceiver] = useState<Receiver | null>(null);
  const [note, setNote] = useState('');
  const [withView, setWithView] = useState(true);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);
  const asks = receiver?.effect === 'ask';

  const send = async ({ to, to_id, email, name }: Receiver) => {
    setSending(true);
    try {
      const shown = withView ? ((await view?.()) ?? null) : null;
      const { effect, told, unseeing } = await call(share, {
        params: { id: report.id },
        body: { to, to_id, email, note, view: shown },
      });
      if (effect === 'ask') toast.success([t('shared_ask'), ...(told > 0 ? [t('told', { count: told })] : [])].join(' '));
      else if (to === 'user_group')
        toast.success([t('told', { count: told }), ...(unseeing > 0 ? [t('unseeing', { count: unseeing })] : [])].join(' '));
      else toast.success(t(`shared_${effect}`, { name, title: report.title }));
      onClose();
    } catch (failed) {
      const { fields } = failureOf(failed);
      if (fields['note'] || fields['email']) setErrors(fields);
      else toast.failure(failed);
      setSending(false);
    }
  };
  const choose = (next: Receiver | null) => {
    setReceiver(next);
    setErrors({});
  };
  return (
    <Dialog title={t('title', { title: report.title })} width="36dvw" onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (receiver) void send(receiver);
        }}
      >
        <ReceiverChoice reportId={report.id} chosen={receiver} error={errors['email']} onChoose={choose} />
        {receiver ? <Words receiver={receiver} reportId={report.id} /> : null}
        <Textarea
          label={t(asks ? 'reason' : 'note')}
          {...(asks ? { description: t('reason_hint', { count: shareReasonFrom }) } : {})}
          value={note}
          error={errors['note']}
          maxLength={shareNoteLimit}
          autosize
          minRows={2}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setErrors({});
          }}
        />
        {view ? (
          <Checkbox label={t('with_view')} checked={withView} onChange={(event) => setWithView(event.currentTarget.checked)} />
        ) : null}
        <p className={css.hint}>{t('own_rows')}</p>
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={sending} disabled={receiver === null || receiver.effect === 'choose'}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
