import { Button, TextInput } from '@mantine/core';
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './rows.module.css';
import texts from './texts.module.css';
import { VariableChips } from './chips.tsx';
import { useVariables } from './variableText.ts';

/** As whom Power BI is asked: the reader's e-mail, unless a role looks for something else. */
export function SentAs({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const { t } = useTranslation('reportAccess');
  const { offered, textOf } = useVariables();
  const [changing, setChanging] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  if (!changing && !error) {
    return (
      <p className={css.sentAs}>
        <span className={texts.detail}>{t('username')}</span>
        <span className={texts.chip}>{value === '' ? t('variable_email') : textOf(value)}</span>
        <Button variant="subtle" size="compact-sm" aria-label={t('username_change')} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </p>
    );
  }
  return (
    <div className={css.values}>
      <TextInput
        ref={field}
        label={t('username')}
        description={isVariable(value) ? textOf(value) : t('username_hint')}
        value={value}
        error={error}
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <VariableChips
        offered={offered}
        taken={[value]}
        onChoose={(token) => {
          // A variable stands alone: it is the whole name.
          onChange(token);
          field.current?.focus();
        }}
      />
    </div>
  );
}
