import { Link } from '@tanstack/react-router';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { bulkAdd, bulkRemove } from '#endpoints/access/bulkAccess.ts';
import { add, list, preview, remove, update, why } from '#endpoints/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import { onDemand } from '#ui/onDemand.tsx';
import css from './grants.module.css';
import { AccessBuilder } from './builder.tsx';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { ReceiverSearch } from '#ui/access/candidateSearch.tsx';
import { GrantRow } from './grantRow.tsx';
import type { Rules } from '#ui/access/grantValues.ts';
import { rulesOfGrant } from '#ui/access/grantValues.ts';
import { Removals } from './removals.tsx';
import { WhyPanel } from './whyPanel.tsx';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

type Props = { report: Report; onChanged: () => void };

/** Who sees the report: giving access, the assignments, removals, and what one person gets. */
export function AccessTab({ report, onChanged }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  const params = { id: report.id };
  const { data, error, refetch } = useEndpoint(list, { params });
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Grant | null>(null);
  const [checked, setChecked] = useState<string | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  // Links and HTML pages have no data rule.
  const note = report.kind === 'link' || report.kind === 'page' ? report.kind : report.data_rule;
  const grants = data?.data ?? [];
  const nameOf = (grant: Grant) => (grant.to === 'unit' ? t('unit') : grant.to_name);
  const changed = async () => {
    onChanged();
    await stale(list, why, preview);
  };
  const namesOf = (receivers: readonly Assignee[]) => receivers.map((one) => (one.to === 'unit' ? t('unit') : one.name)).join(', ');
  /** The list follows; what undoes it makes it follow again. */
  const tell = (text: string, undo: () => Promise<unknown>) => {
    void changed();
    toast.undo(text, () => void undo().then(changed, toast.failure));
  };
  const give = async (receivers: readonly Assignee[], rules: Rules) => {
    const told = t('given', { name: namesOf(receivers) });
    const [only] = receivers;
    if (only && receivers.length === 1) {
      const { id } = await call(add, { params, body: { to: only.to, to_id: only.to_id, ...rules } });
      tell(told, () => call(remove, { params: { ...params, grant_id: id } }));
      return;
    }
    const many = { report_ids: [report.id], receivers: receivers.map(({ to, to_id }) => ({ to, to_id })) };
    const { skipped } = await call(bulkAdd, { body: { ...many, ...rules } });
    if (skipped === 0) tell(told, () => call(bulkRemove, { body: many }));
    else {
      // What somebody else gave in the meantime stays, so nothing is offered that would take it.
      void changed();
      toast.success(told);
    }
  };
  const edit = async (grant: Grant, rules: Rules) => {
    const place = { ...params, grant_id: grant.id };
    const { version } = await call(update, { params: place, body: { ...rules, version: grant.version } });
    tell(t('saved', { name: nameOf(grant) }), () => call(update, { params: place, body: { ...rulesOfGrant(grant), version } }));
  };
  const takeBack = async (grant: Grant) => {
    await call(remove, { params: { ...params, grant_id: grant.id } });
    tell(t('removed', { name: nameOf(grant) }), () =>
      call(add, { params, body: { to: grant.to, to_id: grant.to_id, ...rulesOfGrant(grant) } }),
    );
  };
  return (
    <div className={css.tab}>
      <p className={panel.note} data-warning={report.data_rule === 'filter' || undefined}>
        {t(`note_${note}`)}
      </p>
      <AccessBuilder report={report} grants={grants} grant={null} onSave={give} onClose={() => undefined} />
      {data && grants.length === 0 ? <p className={css.empty}>{t('empty')}</p> : null}
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
              <AccessBuilder
                report={report}
                grants={grants}
                grant={grant}
                onSave={(_, rules) => edit(grant, rules)}
                onClose={() => setEditing(null)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Removals reportId={report.id} removals={data?.removals ?? []} onCheck={setChecked} />
      <section className={css.section}>
        <h2>{t('check_title')}</h2>
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
            onConfirm={() => takeBack(removing)}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
