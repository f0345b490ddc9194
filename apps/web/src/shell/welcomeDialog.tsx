import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';

/** The unit's message after a sign-in. Text, not markup: line breaks are kept. */
export function WelcomeDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Dialog title={t('welcome')} width="30dvw" onClose={onClose}>
      <p style={{ margin: '0 0 20px', whiteSpace: 'pre-line' }}>{text}</p>
      <Button onClick={onClose} data-autofocus>
        {t('welcome_continue')}
      </Button>
    </Dialog>
  );
}
