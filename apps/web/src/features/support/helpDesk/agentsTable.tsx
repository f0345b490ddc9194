import type { TicketFigures } from '@vitrine/contract/support/ticketFigures.ts';
import { useTranslation } from 'react-i18next';
import chart from '#ui/chart/chart.module.css';
import { formatNumber } from '#platform/formats.ts';
import { useShare, useWorkTime } from './figuresWords.ts';

/** The same numbers by who works on the tickets, for those who may read names. */
export function AgentsTable({ agents }: { agents: NonNullable<TicketFigures['agents']> }) {
  const { t } = useTranslation('ticketFigures');
  const time = useWorkTime();
  const share = useShare();
  const head = ['opened', 'resolved', 'answer_p50', 'solution_p50', 'answers_met', 'solutions_met', 'helped'] as const;
  return (
    <div className={chart.card} data-surface="card" role="region" aria-label={t('agents')} tabIndex={0}>
      <header>
        <h2>{t('agents')}</h2>
      </header>
      <table className={chart.table}>
        <thead>
          <tr>
            <th scope="col">{t('agent')}</th>
            {head.map((key) => (
              <th key={key} scope="col" className={chart.number}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((row) => (
            <tr key={row.id}>
              <td>{row.name ?? t('nobody')}</td>
              {[
                formatNumber(row.opened),
                formatNumber(row.resolved),
                time(row.answer_p50),
                time(row.solution_p50),
                share(row.answers_met, row.answers_due),
                share(row.solutions_met, row.solutions_due),
                share(row.helped_yes, row.helped_yes + row.helped_partly + row.helped_no),
              ].map((cell, index) => (
                <td key={head[index]} className={chart.number}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
