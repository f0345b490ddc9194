import { Button, Radio, Stack, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { ask, privacyKinds, requests } from '#endpoints/privacy/privacy.ts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from '../account.module.css';

/** The form of a privacy request: kind and text. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const stale = useStale();
  const [kind, setKind] = useState<(typeof privacyKinds)[number]>('correction');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { due_at } = await call(ask, { body: { kind, text } });
      toast.success(t('sent', { when: formatDate(due_at) }));
      await stale(requests);
      onClose();
    } catch (refused) {
      const { fields } = failureOf(refused);
      setError(fields['text'] ?? null);
      if (!fields['text']) toast.failure(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('ask')} width="30dvw" onClose={onClose}>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <Radio.Group
          label={t('kind')}
          value={kind}
          onChange={(next) => setKind(privacyKinds.find((each) => each === next) ?? 'correction')}
        >
          <Stack gap={8} mt={6}>
            {privacyKinds.map((each) => (
              <Radio key={each} value={each} label={t(`kind_${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'erasure' ? <p className={css.warn}>{t('erasure_warning')}</p> : null}
        <Textarea
          label={t(kind === 'erasure' ? 'text_erasure' : 'text')}
          withAsterisk={kind !== 'erasure'}
          value={text}
          error={error}
          maxLength={2000}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
          data-autofocus
        />
        <div className={css.buttons}>
          <Button type="submit" loading={busy}>
            {t('ask_send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
