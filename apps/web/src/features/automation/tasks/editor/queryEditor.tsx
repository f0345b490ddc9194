import { Input } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTaskModel } from '../taskModel.ts';
import type { QueryFieldProps } from '../queryFieldProps.ts';
import type { Names } from './daxCompletion.ts';
import type { Mounted } from './mounted.ts';
import { mountEditor } from './mounted.ts';

/** The query with colours, and with the names of the model where somebody types. */
export function QueryEditor({ value, error, report_id, onChange }: QueryFieldProps) {
  const { t } = useTranslation(['taskQuestions', 'tasks']);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted>(undefined);
  const { data: model } = useTaskModel(report_id);
  const said = typeof error === 'string' ? error : null;
  const words = {
    table: t('name_table'),
    column: t('name_column'),
    measure: t('name_measure'),
    function: t('name_function'),
    keyword: t('name_keyword'),
  };
  // What the editor asks for while it is open is always that of the latest drawing.
  const latest = useRef<{ onChange: (value: string) => void } & Names>({ onChange, model: null, words });
  useEffect(() => {
    latest.current = { onChange, model: model ?? null, words };
  });
  const list = t('names');
  useEffect(() => {
    if (!place.current) return undefined;
    const made = mountEditor(place.current, {
      id,
      list,
      names: () => latest.current,
      onChange: (text) => latest.current.onChange(text),
    });
    mounted.current = made;
    return () => made.destroy();
  }, [id, list]);
  // After the one that mounts: at once with what the form has, and again when it is written from elsewhere.
  useEffect(() => mounted.current?.write(value), [value]);
  useEffect(() => mounted.current?.complain(said), [said]);
  return (
    <Input.Wrapper
      id={id}
      label={t('tasks:query')}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => mounted.current?.focus() }}
      description={`${t('tasks:query_text')} ${t('editor_text')}`}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk
    >
      <div ref={place} />
    </Input.Wrapper>
  );
}
