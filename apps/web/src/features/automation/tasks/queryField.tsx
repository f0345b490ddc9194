import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#ui/onDemand.tsx';
import css from './tasks.module.css';

export type QueryFieldProps = { value: string; error: ReactNode; report_id: string | null; onChange: (value: string) => void };

export const exampleQuery = 'EVALUATE ROW("total", [Total])';

/** Where the editor does not come, a query is still typed. */
function PlainQuery({ value, error, onChange }: QueryFieldProps) {
  const { t } = useTranslation('tasks');
  return (
    <Textarea
      label={t('query')}
      description={t('query_text')}
      placeholder={exampleQuery}
      autosize
      minRows={4}
      maxRows={16}
      spellCheck={false}
      classNames={{ input: css.code ?? '' }}
      withAsterisk
      data-path="query"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The query of a task; its editor comes when one is edited. */
export const QueryField = onDemand(async () => (await import('./editor/queryEditor.tsx')).QueryEditor, {
  instead: PlainQuery,
  namespaces: ['taskQuestions'],
  waiting: <div className={css.editorSpace} aria-hidden />,
});
