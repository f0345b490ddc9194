import { Button, TextInput } from '@mantine/core';
import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import { answer, list } from '#endpoints/signIn/remoteAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './remoteAccess.module.css';

/** Who asks, why and for how long. */
export function RequestFacts({ access }: { access: RemoteAccess }) {
  const { t } = useTranslation('remoteAccess');
  return (
    <dl className={css.facts}>
      <dt>{t('who')}</dt>
      <dd>{t(`role_${access.asker_role}`, { name: access.asker_name })}</dd>
      <dt>{t('reason')}</dt>
      <dd>{access.reason}</dd>
      <dt>{t('minutes')}</dt>
      <dd>{t('minutes_choice', { count: access.minutes })}</dd>
      <dt>{t('mode')}</dt>
      <dd>{t(`mode_${access.mode ?? access.wished}`)}</dd>
    </dl>
  );
}

/** The person says yes, yes to looking, or no with a word. */
export function Question({ access, onAnswered }: { access: RemoteAccess; onAnswered?: () => void }) {
  const { t } = useTranslation('remoteAccess');
  const stale = useStale();
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const say = async (mode: 'read' | 'full' | null) => {
    setBusy(true);
    try {
      await call(answer, { params: { id: access.id }, body: { mode, word } });
      toast.success(t(mode === null ? 'said_no' : 'said_yes', { name: access.asker_name }));
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
    await stale(list);
    onAnswered?.();
  };
  return (
    <>
      <RequestFacts access={access} />
      <TextInput
        label={t('word')}
        description={t('word_text')}
        maxLength={300}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <div className={css.actions}>
        <Button disabled={busy} onClick={() => void say('read')}>
          {t('allow_read')}
        </Button>
        {access.wished === 'full' ? (
          <Button disabled={busy} variant="default" onClick={() => void say('full')}>
            {t('allow_full')}
          </Button>
        ) : null}
        <Button disabled={busy} variant="default" onClick={() => void say(null)}>
          {t('deny')}
        </Button>
      </div>
    </>
  );
}
