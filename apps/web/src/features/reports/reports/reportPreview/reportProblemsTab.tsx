import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReportProblem } from '@vitrine/contract/reading/reportProblems.ts';
import { list, solve } from '#endpoints/reading/reportProblems.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { copyText, toast } from '#platform/toast.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './preview.module.css';

function Problem({ problem }: { problem: ReportProblem }) {
  const { t } = useTranslation('reportPreview');
  const stale = useStale();
  const solved = problem.solved_at !== null;
  const change = async () => {
    try {
      await call(solve, { params: { problem_id: problem.id }, body: { solved: !solved } });
      await stale(list);
    } catch (error) {
      toast.failure(error);
    }
  };
  const { page, filters, refreshed_at, load_ms, render_ms, details } = problem;
  const times = [load_ms, render_ms].filter((ms) => ms !== null).map((ms) => `${formatNumber(ms / 1000, { maximumFractionDigits: 1 })} s`);
  const facts: [string, string][] = [
    [t('page'), page],
    [t('filters'), filters.join('; ')],
    [t('data_from'), refreshed_at ? formatDateTime(refreshed_at) : ''],
    [t('times'), times.join(' + ')],
  ];
  return (
    <li>
      <p>
        <StatusCell kind={solved ? 'success' : 'warning'}>{t(solved ? 'solved' : 'open')}</StatusCell>
        <span className={css.dim}>
          {`${problem.person_name} · `}
          <RelativeTimeCell value={problem.created_at} />
        </span>
      </p>
      <p className={css.words}>{problem.description || <em>{t('words_erased')}</em>}</p>
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p>
        {problem.ticket ? (
          <Link to={`/help_desk/${problem.ticket.id}`}>{t('problem_ticket', { number: problem.ticket.number })}</Link>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => void change()}>
            {t(solved ? 'reopen' : 'solve')}
          </Button>
        )}
        {details ? (
          <Button variant="subtle" size="compact-sm" onClick={() => void copyText(details)}>
            {t('copy_details')}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

/** What readers said about the report, with what was on their screens. */
export function ProblemsTab({ reportId }: { reportId: string }) {
  const { t } = useTranslation('reportPreview');
  const { data, error, refetch } = useEndpoint(list, { query: { report_id: reportId, per_page: 50, sort: '-created_at' } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.data.length === 0) return <p className={css.dim}>{t('problems_none')}</p>;
  return (
    <ul className={css.rows} aria-busy={!data}>
      {data?.data.map((problem) => (
        <Problem key={problem.id} problem={problem} />
      ))}
    </ul>
  );
}
