import { analyze } from '#endpoints/reports/analyze.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { AsOf } from '#ui/chart/asOf.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './analyze.module.css';
import { Charts } from './charts.tsx';
import { OutcomeTables, ReportTables, UnitTable } from './tables.tsx';
import { Totals } from './totals.tsx';

/** `/analyze`: how much units are used. Partners see theirs, the operator all in counts; `?unit=` is one alone. */
export function Analyze() {
  const { t } = useTranslation('analyze');
  const [period, setPeriod] = usePeriod();
  const { unit: unit_id }: Record<string, string | undefined> = useSearch({ strict: false });
  const chosen = useMemo(() => ({ period, ...(unit_id ? { unit_id } : {}) }), [period, unit_id]);
  const { data, error, refetch } = useEndpoint(analyze, { query: chosen });
  const { role } = useViewer();
  const text = unit_id ? 'text_unit' : role === 'operator' ? 'text_operator' : 'text_partner';
  const back = (
    <Link to="/analyze" search={{ period }}>
      {t('all_units')}
    </Link>
  );
  return (
    <>
      <PageHeader title={unit_id && data?.unit ? data.unit.name : t('title')} description={t(text)} {...(unit_id ? { back } : {})}>
        <PeriodPicker value={period} onChange={setPeriod} />
      </PageHeader>
      <div className={css.analysis}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data || !error ? <Totals data={data} /> : null}
        {data && data.now.views + data.now.sign_ins > 0 ? <Charts data={data} chosen={chosen} /> : null}
        {data?.now.views === 0 ? <EmptyState title={t('empty_title')} text={t('empty_text')} /> : null}
        {data ? <OutcomeTables outcomes={data.outcomes} chosen={chosen} /> : null}
        {data && !data.unit ? <UnitTable rows={data.units} chosen={chosen} /> : null}
        {data?.reports ? <ReportTables reports={data.reports} chosen={chosen} /> : null}
        <AsOf at={data?.as_of} />
      </div>
    </>
  );
}
