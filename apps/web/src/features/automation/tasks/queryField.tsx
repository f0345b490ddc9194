import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#ui/onDemand.tsx';
import type { QueryFieldProps } from './queryFieldProps.ts';
import { exampleQuery } from './queryFieldProps.ts';
import css from './tasks.module.css';

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
