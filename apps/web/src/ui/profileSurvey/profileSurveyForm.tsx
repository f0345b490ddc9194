import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import type { Position } from '@vitrine/contract/signIn/profileSurvey.ts';
import { getSurvey, positions, sendSurvey } from '#endpoints/signIn/profileSurvey.ts';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { currentUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';

type Answer = { position: Position | null; other: string };

/** One position, or in own words. */
export function SurveyForm({ answer, onSaved, aside }: { answer: Answer; onSaved: () => void; aside?: ReactNode }) {
  const { t } = useTranslation('shell');
  const stale = useStale();
  const [position, setPosition] = useState(answer.position);
  const [other, setOther] = useState(answer.other);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const missing = position === null ? t('survey_choose') : null;
  const unsaid = position === 'other' && other.trim() === '' ? t('survey_say') : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || position === null || unsaid) return;
    setBusy(true);
    try {
      await call(sendSurvey, { body: { user_id: currentUser()?.id ?? '', position, other: other.trim() } });
      await stale(getSurvey);
      onSaved();
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={14}>
        <Radio.Group
          label={t('survey_question')}
          value={position}
          onChange={(value) => setPosition(positions.find((each) => each === value) ?? null)}
          error={tried ? missing : null}
        >
          <Stack gap={10} mt={8}>
            {positions.map((value) => (
              <Radio key={value} value={value} label={t(`survey_${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {position === 'other' ? (
          <TextInput
            label={t('survey_other_label')}
            value={other}
            maxLength={120}
            onChange={(event) => setOther(event.currentTarget.value)}
            error={tried ? unsaid : null}
          />
        ) : null}
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' }}>
          {aside}
          <Button type="submit" loading={busy}>
            {t('survey_send')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
