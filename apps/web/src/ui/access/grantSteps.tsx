import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outcome } from './outcome.tsx';
import { RowsStep } from './rowsStep.tsx';
import { Step } from './step.tsx';
import { UntilStep } from './untilStep.tsx';
import type { GrantDraftState } from './useGrantDraft.ts';

type Props = {
  state: GrantDraftState;
  /** The number of the first of these steps. */
  first: number;
  /** Who gets it, in words. */
  names: string;
};

/** Which rows, until when, and what comes of it: the same wherever access is given. */
export function GrantSteps({ state, first, names }: Props) {
  const { t } = useTranslation('reportAccess');
  const { report, model, draft, rules, errors, told, change, replace } = state;
  return (
    <>
      <Step number={first} title={t('step_rows')}>
        <RowsStep report={report} model={model} draft={draft} errors={errors} onChange={change} />
        {report.allow_edit ? (
          <Switch
            label={t('permission_edit')}
            description={t('permission_edit_hint')}
            checked={draft.permission_edit}
            onChange={(event) => change({ permission_edit: event.currentTarget.checked })}
          />
        ) : null}
      </Step>
      <Step number={first + 1} title={t('step_until')}>
        <UntilStep value={draft.ends_on} error={errors['ends_on']} onChange={(ends_on) => change({ ends_on })} />
      </Step>
      <Outcome
        report={report}
        names={names}
        rules={rules}
        roles={model?.roles ?? []}
        told={told.outcome}
        body={told.body}
        asking={told.asking}
        failed={told.failed}
        onReplace={replace}
      />
    </>
  );
}
