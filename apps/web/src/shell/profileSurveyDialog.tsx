import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button } from '@mantine/core';
import { surveyLater } from '#endpoints/signIn/profileSurvey.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { getConfig } from '#endpoints/settings/settings.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SurveyForm } from '#ui/profileSurvey/profileSurveyForm.tsx';

/** The profile survey: the person's position, asked once; "later" shows it again at the next sign-in. */
export function SurveyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const stale = useStale();
  const later = () => {
    void call(surveyLater, {}).catch(toast.failure);
    onClose();
  };
  return (
    <Dialog title={t('survey_title')} width="30dvw" onClose={later}>
      <SurveyForm
        answer={{ position: null, other: '' }}
        onSaved={() => {
          toast.success(t('survey_thanks'));
          onClose();
          void stale(getConfig);
        }}
        aside={
          <Button variant="default" onClick={later}>
            {t('survey_later')}
          </Button>
        }
      />
    </Dialog>
  );
}
