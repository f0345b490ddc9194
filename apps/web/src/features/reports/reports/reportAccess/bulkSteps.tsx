import { useTranslation } from 'react-i18next';
import { RowsStep } from '#ui/access/rowsStep.tsx';
import { Step } from '#ui/access/step.tsx';
import texts from '#ui/access/texts.module.css';
import { UntilStep } from '#ui/access/untilStep.tsx';
import css from './bulk.module.css';
import { BulkOutcome } from './bulkOutcome.tsx';
import type { BulkDraft } from './useBulkDraft.ts';

type Props = { state: BulkDraft };

/** Which rows: once for the reports with roles, once for those with filters. */
function Rows({ state }: Props) {
  const { t } = useTranslation('reportAccess');
  const { model, kinds, errors, reportOf, draftOf, change } = state;
  if (!model) return <p className={texts.detail}>{t('bulk_rows_asking')}</p>;
  return (
    <>
      {kinds.map((kind) => (
        <section key={kind} className={css.kind} aria-label={t(`bulk_of_${kind}`, { count: model.kinds[kind] })}>
          <h3>{t(`bulk_of_${kind}`, { count: model.kinds[kind] })}</h3>
          {kind === 'rls' && model.roles_from === 'model' && model.roles.length === 0 ? (
            <p className={texts.detail}>{t('bulk_no_role_in_common')}</p>
          ) : null}
          {kind === 'filter' && model.columns?.length === 0 ? <p className={texts.detail}>{t('bulk_no_column_in_common')}</p> : null}
          <RowsStep
            report={reportOf(kind)}
            model={model}
            draft={draftOf(kind)}
            errors={errors}
            onChange={(changes) => change(kind, changes)}
          />
        </section>
      ))}
      {model.kinds.none > 0 ? <p className={texts.detail}>{t('bulk_of_none', { count: model.kinds.none })}</p> : null}
    </>
  );
}

/** Rows, end and result of assignments of many reports: the steps of one report, for each kind of rule. */
export function BulkSteps({ state }: Props) {
  const { t } = useTranslation('reportAccess');
  return (
    <>
      <Step number={2} title={t('step_rows')}>
        <Rows state={state} />
      </Step>
      <Step number={3} title={t('step_until')}>
        <UntilStep value={state.endsOn} error={state.errors['ends_on']} onChange={state.setEndsOn} />
      </Step>
      <BulkOutcome state={state} />
    </>
  );
}
