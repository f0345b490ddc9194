import { ticketHelp } from '#endpoints/support/ticket.ts';
import type { TicketFigures } from '@vitrine/contract/support/ticketFigures.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { barsOption, weeksOption } from './figuresOptions.ts';
import { useShare, useWorkTime } from './figuresWords.ts';

const times = ['answer_p50', 'answer_p90', 'solution_p50', 'solution_p90'] as const;
const height = 260;

const hoursOf = (minutes: number | null): number | null => (minutes === null ? null : Math.round(minutes / 6) / 10);
const percent = (part: number, all: number): number | null => (all === 0 ? null : Math.round((part / all) * 100));

/** Weeks, times, goals and what people said, each as a chart and as a table. */
export function FiguresCharts({ data: { weeks, priorities, totals } }: { data: TicketFigures }) {
  const { t } = useTranslation(['ticketFigures', 'helpDesk']);
  const time = useWorkTime();
  const share = useShare();
  const [opened, resolved] = [t('opened'), t('resolved')];
  // A new function would draw the chart anew.
  const ofWeeks = useMemo(() => weeksOption(weeks, { opened, resolved }), [weeks, opened, resolved]);
  const names = useMemo(() => priorities.map(({ priority }) => t(`helpDesk:priority_${priority}`)), [priorities, t]);
  const ofTimes = useMemo(
    () =>
      barsOption(
        names,
        times.map((key) => ({ name: t(key), values: priorities.map((row) => hoursOf(row[key])) })),
      ),
    [names, priorities, t],
  );
  const ofGoals = useMemo(
    () =>
      barsOption(
        names,
        [
          { name: t('answers_met'), values: priorities.map((row) => percent(row.answers_met, row.answers_due)) },
          { name: t('solutions_met'), values: priorities.map((row) => percent(row.solutions_met, row.solutions_due)) },
        ],
        100,
      ),
    [names, priorities, t],
  );
  const ofHelp = useMemo(
    () =>
      barsOption(
        ticketHelp.map((helped) => t(`helpDesk:helped_${helped}`)),
        [{ name: t('tickets'), values: ticketHelp.map((helped) => totals[`helped_${helped}`]) }],
      ),
    [totals, t],
  );
  return (
    <>
      <ChartCard
        title={t('per_week')}
        height={height}
        option={ofWeeks}
        head={[t('week'), opened, resolved]}
        rows={weeks.toReversed().map((row) => [formatDate(row.week), row.opened, row.resolved])}
      />
      <ChartCard
        title={`${t('times')} (${t('times_unit')})`}
        height={height}
        option={ofTimes}
        head={[t('helpDesk:priority'), ...times.map((key) => t(key))]}
        rows={priorities.map((row, index) => [names[index] ?? '', ...times.map((key) => time(row[key]))])}
      />
      <ChartCard
        title={t('met')}
        height={height}
        option={ofGoals}
        nothing={totals.answers_due + totals.solutions_due === 0 ? t('met_none') : null}
        head={[t('helpDesk:priority'), t('answers_met'), t('solutions_met')]}
        rows={priorities.map((row, index) => [
          names[index] ?? '',
          share(row.answers_met, row.answers_due),
          share(row.solutions_met, row.solutions_due),
        ])}
      />
      <ChartCard
        title={t('helped_chart')}
        height={height}
        option={ofHelp}
        nothing={ticketHelp.every((helped) => totals[`helped_${helped}`] === 0) ? t('helped_none') : null}
        head={[t('answer'), t('tickets')]}
        rows={ticketHelp.map((helped) => [t(`helpDesk:helped_${helped}`), totals[`helped_${helped}`]])}
      />
    </>
  );
}
