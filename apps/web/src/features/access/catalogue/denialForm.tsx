import { Button, Textarea } from '@mantine/core';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { denyRequest } from '#endpoints/access/catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from './catalogue.module.css';

/** Denying a request, with the reason that the person reads. */
export function DenialForm({ request, onDecided }: { request: AccessRequest; onDecided: () => Promise<void> }) {
  const { t } = useTranslation('catalogue');
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await call(denyRequest, { params: { id: request.id }, body: { answer, version: request.version } });
      toast.success(t('denied', request));
      await onDecided();
    } catch (refusal) {
      const { fields } = failureOf(refusal);
      if (fields['answer']) setError(fields['answer']);
      else toast.failure(refusal);
      setSaving(false);
    }
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={t('deny_reason')}
        description={t('deny_hint')}
        withAsterisk
        value={answer}
        error={error}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => {
          setAnswer(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={saving}>
          {t('deny')}
        </Button>
      </div>
    </form>
  );
}
