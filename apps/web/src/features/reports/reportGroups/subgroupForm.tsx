import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { toast } from '#platform/toast.ts';
import { useEscape } from '#ui/useEscape.ts';
import css from './rows.module.css';

type Props = {
  label: string;
  initial: string;
  submitLabel: string;
  onSave: (name: string) => Promise<unknown>;
  /** With this the form replaces a row; without it, it stays open for the next name. */
  onClose?: () => void;
};

/** Escape leaves the form; the panel around it stays. */
function ClosedByEscape({ close }: { close: () => void }) {
  useEscape(close);
  return null;
}

/** One name in one line: for a new subgroup and for renaming one. */
export function SubgroupForm({ label, initial, submitLabel, onSave, onClose }: Props) {
  const { t } = useTranslation('ui');
  const [name, setName] = useState(initial);
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);

  const save = async () => {
    if (name.trim() === '') {
      setError(t('field_required', { field: label }));
      return;
    }
    setSaving(true);
    try {
      await onSave(name.trim());
      // The next name may be typed already.
      setName((typed) => (typed === name ? '' : typed));
      onClose?.();
    } catch (refusal) {
      const { fields } = failureOf(refusal);
      if (fields['name']) setError(fields['name']);
      else toast.failure(refusal);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {onClose ? <ClosedByEscape close={onClose} /> : null}
      <TextInput
        aria-label={label}
        placeholder={label}
        value={name}
        error={error}
        maxLength={120}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError('');
        }}
        autoFocus={onClose !== undefined}
      />
      <Button type="submit" variant="default" loading={saving}>
        {submitLabel}
      </Button>
    </form>
  );
}
