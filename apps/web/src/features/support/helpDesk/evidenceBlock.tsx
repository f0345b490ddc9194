import { Link } from '@tanstack/react-router';
import type { TicketEvidence } from '@vitrine/contract/support/ticket.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { ReasonList } from '#ui/access/reasonList.tsx';
import { rowsText } from '#ui/access/rowsText.ts';
import css from './helpDesk.module.css';

const words = { not_found: 'sees_not', no_data_rule: 'sees_no_rule', rule_refused: 'sees_refused' } as const;

/** What was decided about the person then, and why. */
function Access({ decision }: { decision: NonNullable<TicketEvidence['decision']> }) {
  const { t } = useTranslation('reportAccess');
  return (
    <>
      <p className={css.dim}>{decision.why ? t(words[decision.why]) : `${t('sees')} · ${t('rows')}: ${rowsText(t, decision)}`}</p>
      <ReasonList reasons={decision.reasons} />
    </>
  );
}

/** What somebody had before them when they reported a problem with a report, as it was then. */
export function EvidenceBlock({ evidence }: { evidence: TicketEvidence }) {
  const { t } = useTranslation('helpDesk');
  const { report_id, title, page, filters, refreshed_at, load_ms, render_ms, details, link_id, decision } = evidence;
  const seconds = (ms: number | null) =>
    ms === null ? '' : t('evidence_seconds', { seconds: formatNumber(ms / 1000, { maximumFractionDigits: 1 }) });
  const path = `/${report_id}/reports/view`;
  const facts: [string, ReactNode][] = [
    [t('evidence_report'), report_id === null ? title : <Link to={path}>{title}</Link>],
    [t('evidence_page'), page],
    [t('evidence_filters'), filters.join('; ')],
    [t('evidence_refreshed'), refreshed_at ? formatDateTime(refreshed_at) : ''],
    [t('evidence_loaded'), seconds(load_ms)],
    [t('evidence_drawn'), seconds(render_ms)],
    [t('evidence_browser'), details],
  ];
  return (
    <section className={css.evidence} aria-label={t('evidence')}>
      <h3>{t('evidence')}</h3>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {report_id !== null && link_id !== null ? <Link to={`${path}?view=${link_id}`}>{t('evidence_go')}</Link> : null}
      {decision ? (
        <>
          <h4>{t('evidence_access')}</h4>
          <Access decision={decision} />
        </>
      ) : null}
    </section>
  );
}
