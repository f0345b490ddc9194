import { Button } from '@mantine/core';
import { getSurvey } from '#endpoints/signIn/profileSurvey.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SurveyForm } from '#ui/profileSurvey/profileSurveyForm.tsx';
import { Card } from './parts.tsx';

/** The answer of the profile survey, which may be changed at any time. */
export function SurveyCard() {
  const { t } = useTranslation(['account', 'shell']);
  const { data } = useEndpoint(getSurvey, {});
  const [open, setOpen] = useState(false);
  if (!data) return null;
  const { position, other } = data;
  const said = position === null ? t('survey_open') : position === 'other' ? other : t(`shell:survey_${position}`);
  return (
    <>
      <Card
        title={t('survey')}
        text={said}
        action={
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(position === null ? 'survey_answer' : 'survey_change')}
          </Button>
        }
      />
      {open ? (
        <Dialog title={t('survey')} onClose={() => setOpen(false)}>
          <SurveyForm
            answer={data}
            onSaved={() => {
              toast.success(t('survey_saved'));
              setOpen(false);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}
