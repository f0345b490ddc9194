import { Button, Textarea } from '@mantine/core';
import type { OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { ask, shareNoteLimit } from '#endpoints/reading/sharing.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Nothing } from '#ui/cells.tsx';
import css from '../panels.module.css';

type Props = { opened: Pick<OpenedReport | OpenedPage, 'id' | 'title' | 'trust'>; onClose: () => void };

function Question({ id, name, onSent }: { id: string; name: string; onSent: () => void }) {
  const { t } = useTranslation('reportTrust');
  const [question, setQuestion] = useState('');
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call(ask, { params: { id }, body: { question } });
      toast.success(t('asked', { name }));
      onSent();
    } catch (error) {
      toast.failure(error);
      setSending(false);
    }
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={t('question')}
        description={t('question_hint', { name })}
        value={question}
        maxLength={shareNoteLimit}
        autosize
        minRows={3}
        onChange={(event) => setQuestion(event.currentTarget.value)}
        data-autofocus
      />
      <div className={css.buttons}>
        <Button type="submit" loading={sending} disabled={question.trim() === ''}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** Who vouches for the report and who answers for it, with a question to them. */
export function AboutReport({ opened: { id, title, trust }, onClose }: Props) {
  const { t } = useTranslation('reportTrust');
  const [asking, setAsking] = useState(false);
  const { certified, owner } = trust;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.form}>
        <dl className={css.facts}>
          <div>
            <dt>{t('certified')}</dt>
            <dd>
              {certified ? t('certified_by', { by: certified.by, at: formatDateTime(certified.at) }) : t('not_certified')}
              {certified?.note ? (
                <>
                  <br />
                  <q>{certified.note}</q>
                </>
              ) : null}
            </dd>
          </div>
          <div>
            <dt>{t('owner')}</dt>
            <dd>{owner ?? <Nothing />}</dd>
          </div>
        </dl>
        {owner === null ? <p className={css.hint}>{t('no_owner')}</p> : null}
        {owner !== null && !asking ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('ask')}
          </Button>
        ) : null}
        {owner !== null && asking ? <Question id={id} name={owner} onSent={onClose} /> : null}
      </div>
    </Dialog>
  );
}
