import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { HealthCheck, ReportMark } from '@vitrine/contract/reports/reportHealth.ts';
import { get } from '#endpoints/reports/reportHealth.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import type { TabName } from '#ui/object/objectTabs.tsx';
import { ErrorState } from '#ui/states.tsx';
import { markKinds } from './healthCell.tsx';
import css from './health.module.css';

type Advice = NonNullable<ReportMark['advice']>;

/** Where each advice is followed: a tab of the report, or the list with what nobody opens. */
const places: Record<Exclude<Advice, 'archive'>, TabName> = {
  set_rule: 'settings',
  give_rules: 'access',
  see_refresh: 'refresh',
  take_up_schedule: 'refresh',
  set_schedule: 'refresh',
  name_owner: 'settings',
  see_loads: 'use',
  see_access: 'access',
};

function CheckRow({ check: { check, mark, finding, since, p95_ms } }: { check: HealthCheck }) {
  const { t } = useTranslation('reportHealth');
  const seconds = p95_ms === null ? '' : formatNumber(p95_ms / 1000, { maximumFractionDigits: 1 });
  return (
    <li>
      <strong>{t(`check_${check}`)}</strong>
      <StatusCell kind={mark ? markKinds[mark] : 'neutral'}>{t(mark ? `mark_${mark}` : 'mark_none')}</StatusCell>
      <span className={css.finding}>
        {t(`finding_${finding}`, { seconds })}
        {since ? (
          <span className={css.since}>
            {t(`since_${check}`)} <RelativeTimeCell value={since} />
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** What a report is judged by, and the one thing that is advised with the way there. */
export function HealthTab({ report }: { report: Report }) {
  const { t } = useTranslation('reportHealth');
  const navigate = useNavigate();
  const { data, error, refetch } = useEndpoint(get, { params: { id: report.id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { health } = data;
  if (!health) return <p>{t(report.archived_at ? 'archived_text' : 'inactive_text')}</p>;
  const { advice } = health;
  const follow = () =>
    advice === 'archive'
      ? void navigate({ to: '/management/report', search: { unused: '1' } })
      : void navigate({ to: '.', search: advice ? { tab: places[advice] } : {} });
  return (
    <div className={css.health}>
      <section className={css.advice} data-mark={health.mark}>
        <StatusCell kind={markKinds[health.mark]}>{t(`mark_${health.mark}`)}</StatusCell>
        <p>{t(advice ? `advice_${advice}` : 'advice_none')}</p>
        {advice ? <Button onClick={follow}>{t(`do_${advice}`)}</Button> : null}
      </section>
      <ul className={css.checks} aria-label={t('checks')}>
        {health.checks.map((check) => (
          <CheckRow key={check.check} check={check} />
        ))}
      </ul>
    </div>
  );
}
