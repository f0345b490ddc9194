import { Button } from '@mantine/core';
import { bulkAdd, bulkRemove } from '#endpoints/access/bulkAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from '#ui/access/builder.module.css';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { Step } from '#ui/access/step.tsx';
import texts from '#ui/access/texts.module.css';
import panel from '#ui/panel.module.css';
import { BulkSteps } from './bulkSteps.tsx';
import { Receivers } from './receivers.tsx';
import { useBulkDraft } from './useBulkDraft.ts';

type Props = { reportIds: readonly string[]; onSaved: () => Promise<unknown>; onChanged: () => Promise<unknown>; onClose: () => void };

/** Gives many reports to many people and groups: who, which rows, until when, and what comes of it. */
export function BulkAddition({ reportIds, onSaved, onChanged, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const [chosen, setChosen] = useState<readonly Assignee[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const state = useBulkDraft(reportIds, chosen);
  const tell = (done: { added: number; skipped: number }, undone: () => Promise<unknown>) => {
    const told = [t('bulk_added', { count: done.added }), ...(done.skipped > 0 ? [t('bulk_skipped', { count: done.skipped })] : [])].join(
      ' ',
    );
    // What was there before stays, so nothing is offered that would take it.
    if (done.skipped > 0) toast.success(told);
    else toast.undo(told, () => void undone().then(onChanged, toast.failure));
  };
  const save = async () => {
    if (chosen.length === 0) {
      setProblem(t('bulk_nobody'));
      return;
    }
    const rules = state.checked();
    if (!rules) return;
    setSaving(true);
    try {
      const many = { report_ids: [...reportIds], receivers: chosen.map(({ to, to_id }) => ({ to, to_id })) };
      tell(await call(bulkAdd, { body: { ...many, ...rules } }), () => call(bulkRemove, { body: many }));
      await onSaved();
    } catch (error) {
      const { fields, message } = failureOf(error);
      if (!state.refuse(fields)) setProblem(Object.values(fields)[0] ?? message);
      setSaving(false);
    }
  };
  return (
    <form
      className={css.steps}
      aria-label={t('bulk_add')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={panel.note}>{t('bulk_reports', { count: reportIds.length })}</p>
      <Step number={1} title={t('step_who')}>
        <Receivers
          label={t('bulk_to')}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setProblem(null);
          }}
        />
      </Step>
      {chosen.length > 0 ? <BulkSteps state={state} /> : null}
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
          {t('bulk_add')}
        </Button>
      </div>
    </form>
  );
}
