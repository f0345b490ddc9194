import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import type { Grant, Preview } from '@vitrine/contract/access/reportAccess.ts';
import { model as modelOfReport } from '#endpoints/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './access.module.css';
import { AssigneeIcon } from './assigneeIcon.tsx';
import type { Assignee } from './candidateSearch.tsx';
import { assigneeKey, CandidateSearch } from './candidateSearch.tsx';
import { ChosenChips } from './chips.tsx';
import type { GrantDraft, Rules } from './grantValues.ts';
import { complaintsOf, draftOf, isRuled, openRoleOf, rulesOf } from './grantValues.ts';
import { Outcome } from './outcome.tsx';
import { RowsStep } from './rowsStep.tsx';
import { UntilStep } from './untilStep.tsx';
import { usePreview } from './usePreview.ts';

type Props = {
  report: Report;
  grants: readonly Grant[];
  /** The assignment that is edited, or null for a new one. */
  grant: Grant | null;
  onSave: (receivers: readonly Assignee[], rules: Rules) => Promise<unknown>;
  onClose: () => void;
};

const askingAgainMs = 1500;

/** The model of the report; its roles may take the service a moment. */
function useModel(report: Report) {
  const [asking, setAsking] = useState(true);
  const again = report.data_rule === 'rls' && asking ? { refetchInterval: askingAgainMs } : {};
  const { data } = useEndpoint(modelOfReport, { params: { id: report.id } }, { enabled: report.data_rule !== 'none', ...again });
  if (asking && data && data.roles_from !== 'asking') setAsking(false);
  return data;
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={css.step} aria-label={title}>
      <h2>
        <span className={css.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Sentences for what is missing, by field. */
function useComplaints(): (rules: Rules, draft: GrantDraft) => Record<string, string> {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const labels: Record<string, string> = {
    table: t('table'),
    column: t('column'),
    values: t('values'),
    rls_roles: t('roles'),
    rls_username: t('username'),
    ends_on: t('ends_on'),
  };
  return (rules, draft) => {
    const told = complaintsOf(rules).map(({ path, complaint, limit }) => [
      path,
      t(`ui:field_${complaint}`, {
        field: labels[path.split('.').at(-1) ?? ''] ?? labels[path.split('.')[0] ?? ''] ?? path,
        limit: limit ?? 0,
      }),
    ]);
    if (draft.rows === 'role' && rules.rls_roles.length === 0) told.push(['rls_roles', t('role_missing')]);
    return Object.fromEntries(told) as Record<string, string>;
  };
}

/** Who sees the report, which rows, until when; and what comes of it. Shown once somebody is chosen. */
export function AccessBuilder({ report, grants, grant, onSave, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const model = useModel(report);
  const own: Assignee[] = grant ? [{ to: grant.to, to_id: grant.to_id, name: grant.to_name, email: grant.to_email }] : [];
  const [receivers, setReceivers] = useState<readonly Assignee[]>(own);
  const [draft, setDraft] = useState(() => draftOf(report, grant));
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const complaints = useComplaints();
  const rules = rulesOf(draft, openRoleOf(model?.roles ?? []));
  const { ends_on: _, ...ofRows } = rules;
  const ready = receivers.length > 0 && isRuled(draft) && Object.keys(complaints(rules, draft)).length === 0;
  const body = { ...ofRows, receivers: receivers.map(({ to, to_id }) => ({ to, to_id })), grant_id: grant?.id ?? null };
  const told = usePreview(report.id, ready ? body : null);
  const errors = { ...told.errors, ...refused };
  const nameOf = (one: Assignee) => (one.to === 'unit' ? t('unit') : one.name);

  const change = (changes: Partial<GrantDraft>) => {
    setDraft({ ...draft, ...changes });
    setRefused({});
  };
  const replace = ({ table, column, value, like }: Preview['unknown'][number]) =>
    change({
      filters: draft.filters.map((filter) =>
        filter.table === table && filter.column === column
          ? { ...filter, values: filter.values.map((one) => (String(one) === value && like !== null ? like : one)) }
          : filter,
      ),
    });
  const start = () => {
    setReceivers([]);
    setDraft(draftOf(report, null));
    onClose();
  };
  const save = async () => {
    const found = complaints(rules, draft);
    setRefused(found);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      await onSave(receivers, rules);
      start();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).some((field) => /^(?:filters|rls_|ends_on)/.test(field))) setRefused(fields);
      else toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={css.builder}
      aria-label={grant ? t('edit', { name: own.map(nameOf).join(', ') }) : t('assign')}
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
          <Step number={grant ? 1 : 2} title={t('step_rows')}>
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
          <Step number={grant ? 2 : 3} title={t('step_until')}>
            <UntilStep value={draft.ends_on} error={errors['ends_on']} onChange={(ends_on) => change({ ends_on })} />
          </Step>
          <Outcome
            report={report}
            names={receivers.map(nameOf).join(', ')}
            told={told.outcome}
            body={told.body}
            asking={told.asking}
            failed={told.failed}
            onReplace={replace}
          />
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
