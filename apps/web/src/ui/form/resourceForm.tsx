import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from './fieldInput.tsx';
import css from './resourceForm.module.css';
import type { Field, Values } from './types.ts';
import type { ResourceFormState } from './useResourceForm.ts';

type Props<V extends Values> = {
  state: ResourceFormState<V>;
  fields: readonly Field[];
  submitLabel?: string;
  /** Shown beside *Save* instead of *Discard*, as a panel or a dialog needs it. */
  onCancel?: (() => void) | undefined;
  /** On a page that is mostly read the bar comes with the first change. */
  bar?: 'always' | 'changed';
  /** After the fields. */
  children?: ReactNode;
};

/** Fields and the bar with *Save*, which sticks to the bottom and becomes active when something has changed. */
export function ResourceForm<V extends Values>({ state, fields, submitLabel, onCancel, bar = 'always', children }: Props<V>) {
  const { t } = useTranslation('ui');
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
    >
      <div className={css.fields}>
        {fields.map((field, index) => (
          <FieldInput key={field.name} field={field} form={state.form} focused={index === 0} />
        ))}
        {children}
      </div>
      {bar === 'always' || state.dirty || state.saving ? (
        <div className={css.bar} data-surface="card">
          <span className={css.dirty} aria-live="polite">
            {state.dirty ? t('unsaved_changes') : ''}
          </span>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          ) : (
            <Button variant="default" onClick={state.discard} disabled={!state.dirty || state.saving}>
              {t('discard')}
            </Button>
          )}
          <Button type="submit" loading={state.saving} disabled={!state.dirty && !onCancel}>
            {submitLabel ?? t('save_changes')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
