import { Button, TextInput } from '@mantine/core';
import type { ProcessingRecords } from '@vitrine/contract/privacy/processingRecords.ts';
import { get, nameOfficer } from '#endpoints/privacy/processingRecords.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './processingRecords.module.css';

/** Who answers for the data of the unit. */
export function OfficerPanel({ officer, onClose }: { officer: ProcessingRecords['officer']; onClose: () => void }) {
  const { t } = useTranslation('processingRecords');
  const stale = useStale();
  const [values, setValues] = useState(officer);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(nameOfficer, { body: values });
      await stale(get);
      toast.success(t('officer_saved'));
      onClose();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <SidePanel title={t('officer')} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {(['name', 'email'] as const).map((key) => (
          <TextInput
            key={key}
            type={key === 'email' ? 'email' : 'text'}
            label={t(`officer_${key}`)}
            withAsterisk
            maxLength={key === 'email' ? 254 : 120}
            value={values[key]}
            error={errors[key]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [key]: value }));
              setErrors({});
            }}
          />
        ))}
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </form>
    </SidePanel>
  );
}
