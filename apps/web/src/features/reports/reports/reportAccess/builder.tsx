import { Button } from '@mantine/core';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { AssigneeIcon } from '#ui/access/assigneeIcon.tsx';
import css from '#ui/access/builder.module.css';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { assigneeKey, CandidateSearch } from '#ui/access/candidateSearch.tsx';
import { ChosenChips } from '#ui/access/chips.tsx';
import { GrantSteps } from '#ui/access/grantSteps.tsx';
import type { Rules } from '#ui/access/grantValues.ts';
import { Step } from '#ui/access/step.tsx';
import { useGrantDraft } from '#ui/access/useGrantDraft.ts';

type Props = {
  report: Report;
  grants: readonly Grant[];
  /** The assignment that is edited, or null for a new one. */
  grant: Grant | null;
  onSave: (receivers: readonly Assignee[], rules: Rules) => Promise<unknown>;
  onClose: () => void;
};

/** Who sees the report, which rows, until when; and what comes of it. Shown once somebody is chosen. */
export function AccessBuilder({ report, grants, grant, onSave, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const own: Assignee[] = grant ? [{ to: grant.to, to_id: grant.to_id, name: grant.to_name, email: grant.to_email }] : [];
  const [receivers, setReceivers] = useState<readonly Assignee[]>(own);
  const [saving, setSaving] = useState(false);
  const state = useGrantDraft({ report, grant, receivers });
  const nameOf = (one: Assignee) => (one.to === 'unit' ? t('unit') : one.name);
  const names = receivers.map(nameOf).join(', ');

  const start = () => {
    setReceivers([]);
    state.restart();
    onClose();
  };
  const save = async () => {
    const rules = state.checked();
    if (!rules) return;
    setSaving(true);
    try {
      await onSave(receivers, rules);
      start();
    } catch (error) {
      if (!state.refuse(error)) toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={css.builder}
      aria-label={grant ? t('edit', { name: names }) : t('assign')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {grant ? null : (
        <Step number={1} title={t('step_who')}>
          <ChosenChips
            chips={receivers.map((one) => ({ key: assigneeKey(one), name: nameOf(one), icon: <AssigneeIcon to={one.to} /> }))}
            onRemove={(key) => setReceivers(receivers.filter((one) => assigneeKey(one) !== key))}
          />
          <CandidateSearch reportId={report.id} grants={grants} chosen={receivers} onChoose={(one) => setReceivers([...receivers, one])} />
        </Step>
      )}
      {receivers.length > 0 ? (
        <>
          <GrantSteps state={state} first={grant ? 1 : 2} names={names} />
          <div className={css.buttons}>
            <Button variant="default" onClick={start}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {t(grant ? 'save' : 'add')}
            </Button>
          </div>
        </>
      ) : null}
    </form>
  );
}
