import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WelcomeDialog } from './welcomeDialog.tsx';

type Written = { language: string; text: string };

/** The welcome message as it will be shown, in each language that has a text. */
export function WelcomePreview({ written }: { written: readonly Written[] }) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState<string | null>(null);
  const said = written.filter(({ text }) => text.trim() !== '');
  if (said.length === 0) return null;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {said.map(({ language, text }) => (
        <Button
          key={language}
          variant="default"
          size="compact-sm"
          leftSection={<IconEye size={14} />}
          onClick={() => setShown(text.trim())}
        >
          {t('welcome_preview', { language })}
        </Button>
      ))}
      {shown === null ? null : <WelcomeDialog text={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
