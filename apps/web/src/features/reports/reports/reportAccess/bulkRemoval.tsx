import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { bulkRemove } from '#endpoints/access/bulkAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from '#ui/access/builder.module.css';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import texts from '#ui/access/texts.module.css';
import panel from '#ui/panel.module.css';
import { Receivers } from './receivers.tsx';

type Props = { reportIds: readonly string[]; onSaved: () => Promise<unknown>; onClose: () => void };

/** Takes many reports back from many people and groups. */
export function BulkRemoval({ reportIds, onSaved, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const [chosen, setChosen] = useState<readonly Assignee[]>([]);
  const [inPerson, setInPerson] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (chosen.length === 0) {
      setProblem(t('bulk_nobody'));
      return;
    }
    setSaving(true);
    try {
      const receivers = chosen.map(({ to, to_id }) => ({ to, to_id }));
      const done = await call(bulkRemove, { body: { report_ids: [...reportIds], receivers, in_person: inPerson } });
      toast.success(t('bulk_removed', done));
      await onSaved();
    } catch (error) {
      const { fields, message } = failureOf(error);
      setProblem(Object.values(fields)[0] ?? message);
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
      <p className={panel.note}>{t('bulk_reports', { count: reportIds.length })}</p>
      <Receivers
        label={t('bulk_from')}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next);
          setProblem(null);
        }}
      />
      <Checkbox label={t('bulk_in_person')} checked={inPerson} onChange={(event) => setInPerson(event.currentTarget.checked)} />
      {problem ? (
        <p className={texts.error} role="alert">
          {problem}
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('bulk_remove')}
        </Button>
      </div>
    </form>
  );
}
