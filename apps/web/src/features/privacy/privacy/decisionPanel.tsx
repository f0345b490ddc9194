import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PrivacyRequest } from '@vitrine/contract/privacy/privacy.ts';
import { decide, requests } from '#endpoints/privacy/privacy.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmName, isConfirmed } from '#platform/confirmName.ts';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { ErasurePreview, useErasurePreview } from '#ui/erasurePreview/erasurePreview.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './privacy.module.css';

/** One request: kind, text, due date, and the answer. Erasing needs the name in capitals. */
export function DecisionPanel({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const stale = useStale();
  const [accept, setAccept] = useState(true);
  const [answer, setAnswer] = useState('');
  const [confirm, setConfirm] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { id, name, kind, state, version, can } = request;
  const erasing = accept && kind === 'erasure';
  const preview = useErasurePreview(request.membership_id, kind === 'erasure' && can.decide);

  const save = async () => {
    setBusy(true);
    try {
      await call(decide, { params: { id }, body: { accept, answer, confirm, version } });
      toast.success(t('done'));
      await stale(requests);
      onClose();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <SidePanel title={t('decide_title', { kind: t(`kind_${kind}`), name })} onClose={onClose}>
      <div className={css.facts}>
        <span>{request.email}</span>
        <span>
          {t('asked')} <time dateTime={request.created_at}>{formatDateTime(request.created_at)}</time>
        </span>
        <span>
          {t('due')} <time dateTime={request.due_at}>{formatDateTime(request.due_at)}</time>
        </span>
      </div>
      {request.text ? <blockquote className={css.words}>{request.text}</blockquote> : null}
      {can.decide ? (
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <SegmentedControl
            aria-label={t('answer_action')}
            value={accept ? 'accept' : 'deny'}
            onChange={(next) => setAccept(next === 'accept')}
            data={(['accept', 'deny'] as const).map((value) => ({ value, label: t(value) }))}
          />
          {accept && kind === 'correction' ? (
            <p>
              {t('accept_correction')}{' '}
              <Link to="/user" search={{ user: request.membership_id }}>
                {t('open_user')}
              </Link>
            </p>
          ) : null}
          {erasing ? (
            <>
              <p className={css.warn}>{t('accept_erasure')}</p>
              <ErasurePreview {...preview.list} />
              <TextInput
                label={t('confirm')}
                description={<code>{confirmName(name)}</code>}
                value={confirm}
                error={errors['confirm']}
                onChange={(event) => setConfirm(event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
              />
            </>
          ) : (
            <Textarea
              label={t('answer')}
              description={t(accept ? 'answer_hint' : 'deny_hint')}
              withAsterisk={!accept}
              value={answer}
              error={errors['answer']}
              maxLength={2000}
              autosize
              minRows={3}
              onChange={(event) => {
                setAnswer(event.currentTarget.value);
                setErrors({});
              }}
            />
          )}
          <div className={css.buttons}>
            <Button
              type="submit"
              loading={busy}
              disabled={erasing && !(preview.ready && isConfirmed(confirm, name))}
              {...(erasing ? { className: css.danger ?? '' } : {})}
            >
              {t(accept ? 'accept' : 'deny')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          {can.cancel ? <p>{t('own_request')}</p> : <StatusCell kind="neutral">{t(`state_${state}`)}</StatusCell>}
          {request.answer ? <blockquote className={css.words}>{request.answer}</blockquote> : null}
        </>
      )}
    </SidePanel>
  );
}
