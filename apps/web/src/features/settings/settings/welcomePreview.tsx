import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WelcomeDialog } from '#shell/welcomeDialog.tsx';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { languageOf, welcomeKeys } from './settingFields.ts';

/** Preview of the welcome message in the languages that have a text. */
export function WelcomePreview({ values }: { values: FormValues }) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState<string | null>(null);
  const written = welcomeKeys.flatMap((key) => {
    const text = String(values[key]).trim();
    return text === '' ? [] : [{ key, text }];
  });
  if (written.length === 0) return null;
  return (
    <div className={css.previews}>
      {written.map(({ key, text }) => (
        <Button key={key} variant="default" size="compact-sm" leftSection={<IconEye size={14} />} onClick={() => setShown(text)}>
          {t('welcome_preview', { language: languageOf(key) })}
        </Button>
      ))}
      {shown === null ? null : <WelcomeDialog text={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
