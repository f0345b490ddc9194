import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button } from '@mantine/core';
import { surveyLater } from '@vitrine/contract/features/profileSurvey.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../http.ts';
import { useStale } from '../query.ts';
import { getConfig } from '../shellEndpoints.ts';
import { toast } from '../toast.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SurveyForm } from '../ui/survey/SurveyForm.tsx';

/** What somebody does in the organisation, asked once; "later" comes back at the next sign-in. */
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
