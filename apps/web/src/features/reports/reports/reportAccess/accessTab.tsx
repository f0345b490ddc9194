import { Link } from '@tanstack/react-router';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { add, list, remove, update, why } from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import { onDemand } from '#ui/onDemand.tsx';
import css from './access.module.css';
import { AssigneeIcon } from './assigneeIcon.tsx';
import type { Assignee } from './candidateSearch.tsx';
import { CandidateSearch, ReceiverSearch } from './candidateSearch.tsx';
import { GrantForm } from './grantForm.tsx';
import { GrantRow } from './grantRow.tsx';
import { Removals } from './removals.tsx';
import { WhyPanel } from './whyPanel.tsx';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

type Props = { report: Report; onChanged: () => void };

/** Assignments of the report: receiver, data rule, end date. */
export function AccessTab({ report, onChanged }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  const params = { id: report.id };
  const { data, error, refetch } = useEndpoint(list, { params });
  const [adding, setAdding] = useState<Assignee | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Grant | null>(null);
  const [checked, setChecked] = useState<string | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  // Links and HTML pages have no data rule.
  const note = report.kind === 'link' || report.kind === 'page' ? report.kind : report.data_rule;
  const grants = data?.data ?? [];
  const knownRoles = [...new Set(grants.flatMap(({ rls_roles }) => rls_roles))];
  const nameOf = (grant: Grant) => (grant.to === 'unit' ? t('unit') : grant.to_name);
  const changed = async () => {
    await stale(list, why);
    onChanged();
    toast.success();
  };
  return (
    <div className={css.tab}>
      <p className={panel.note} data-warning={report.data_rule === 'filter' || undefined}>
        {t(`note_${note}`)}
      </p>
      {adding ? (
        <section className={css.adding} aria-label={t('assign')}>
          <p className={css.assignee}>
            <AssigneeIcon to={adding.to} />
            <span className={css.who}>
              <span className={css.name}>{adding.name}</span>
              {adding.email ? <span className={css.detail}>{adding.email}</span> : null}
            </span>
          </p>
          <GrantForm
            report={report}
            grant={null}
            knownRoles={knownRoles}
            submitLabel={t('add')}
            onSave={async (rules) => {
              await call(add, { params, body: { to: adding.to, to_id: adding.to_id, ...rules } });
              await changed();
            }}
            onClose={() => setAdding(null)}
          />
        </section>
      ) : (
        <CandidateSearch reportId={report.id} grants={grants} onChoose={setAdding} />
      )}
      {data && grants.length === 0 && !adding ? <p className={css.empty}>{t('empty')}</p> : null}
      <ul className={css.grants} hidden={grants.length === 0}>
        {grants.map((grant) => (
          <li key={grant.id}>
            <GrantRow
              report={report}
              grant={grant}
              onEdit={() => setEditing(editing === grant.id ? null : grant.id)}
              onRemove={() => setRemoving(grant)}
            />
            {editing === grant.id ? (
              <GrantForm
                report={report}
                grant={grant}
                knownRoles={knownRoles}
                submitLabel={t('save')}
                onSave={async (rules) => {
                  await call(update, { params: { ...params, grant_id: grant.id }, body: { ...rules, version: grant.version } });
                  await changed();
                }}
                onClose={() => setEditing(null)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Removals reportId={report.id} removals={data?.removals ?? []} onCheck={setChecked} />
      <section className={css.section}>
        <h3>{t('check_title')}</h3>
        <ReceiverSearch label={t('check_person')} peopleOnly onChoose={({ to_id }) => setChecked(to_id)} />
        <Link to="/management/report" search={{ audit: '1', report_id: report.id }} className={css.all}>
          {t('audit_of_report')}
        </Link>
        {checked ? <WhyPanel key={checked} reportId={report.id} membershipId={checked} /> : null}
      </section>
      {removing ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t('remove_title')}
            text={t('remove_text', { name: nameOf(removing) })}
            confirm={t('remove_confirm')}
            danger
            onConfirm={async () => {
              await call(remove, { params: { ...params, grant_id: removing.id } });
              await changed();
            }}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
