import type { TicketFigures } from '@vitrine/contract/support/ticketFigures.ts';
import { figures } from '#endpoints/support/ticketFigures.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import chart from '#ui/chart/chart.module.css';
import { coming } from '#ui/chart/coming.ts';
import { Figures } from '#ui/chart/figures.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { periodOf } from '#ui/period/period.ts';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { AgentsTable } from './agentsTable.tsx';
import { DeskTabs } from './deskTabs.tsx';
import { FiguresCharts } from './figuresCharts.tsx';
import { useWorkTime, useShare } from './figuresWords.ts';
import css from './helpDesk.module.css';

function Totals({ data }: { data: TicketFigures | undefined }) {
  const { t } = useTranslation('ticketFigures');
  const time = useWorkTime();
  const share = useShare();
  const of = (read: (data: TicketFigures) => string | number) => (data ? read(data) : coming);
  const said = ({ totals }: TicketFigures) => totals.helped_yes + totals.helped_partly + totals.helped_no;
  return (
    <Figures
      figures={[
        { label: t('opened'), value: of(({ totals }) => totals.opened) },
        { label: t('resolved'), value: of(({ totals }) => totals.resolved) },
        { label: t('open_now'), value: of(({ open_now }) => open_now) },
        { label: t('late_now'), value: of(({ late_now }) => late_now) },
        { label: t('answer_p50'), value: of(({ totals }) => time(totals.answer_p50)) },
        { label: t('answer_p90'), value: of(({ totals }) => time(totals.answer_p90)) },
        { label: t('solution_p50'), value: of(({ totals }) => time(totals.solution_p50)) },
        { label: t('solution_p90'), value: of(({ totals }) => time(totals.solution_p90)) },
        { label: t('answers_met'), value: of(({ totals }) => share(totals.answers_met, totals.answers_due)) },
        { label: t('solutions_met'), value: of(({ totals }) => share(totals.solutions_met, totals.solutions_due)) },
        { label: t('helped'), value: of((all) => share(all.totals.helped_yes, said(all))) },
      ]}
    />
  );
}

/** `/help_desk?tab=figures`: how the help desk is doing. */
export function FiguresPage() {
  const { t } = useTranslation(['helpDesk', 'ticketFigures']);
  const [period, setPeriod] = usePeriod();
  const today = useUnitToday();
  const range = useMemo(() => periodOf(period, today), [period, today]);
  const { data, error, refetch } = useEndpoint(figures, { query: range });
  const isEmpty = data?.totals.opened === 0 && data.totals.resolved === 0;
  return (
    <>
      <PageHeader title={t('scope_figures')} description={t('ticketFigures:description')}>
        <PeriodPicker value={period} onChange={setPeriod} />
      </PageHeader>
      <DeskTabs value="figures" />
      <div className={css.figures}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Totals data={data} />}
        {isEmpty ? <EmptyState title={t('ticketFigures:empty_title')} text={t('ticketFigures:empty_text')} /> : null}
        {data && !isEmpty ? (
          <>
            <div className={chart.charts}>
              <FiguresCharts data={data} />
            </div>
            {data.agents ? <AgentsTable agents={data.agents} /> : null}
          </>
        ) : null}
      </div>
    </>
  );
}
