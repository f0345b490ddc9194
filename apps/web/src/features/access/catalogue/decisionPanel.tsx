import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { browse, requests, waiting } from '#endpoints/access/catalogue.ts';
import { get as getReport } from '#endpoints/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './catalogue.module.css';
import { DenialForm } from './denialForm.tsx';
import { GrantForm } from './grantForm.tsx';

type Props = { request: AccessRequest; onClose: () => void };

/** Grant or deny, with what belongs to it. */
function Decision({ request, onClose }: Props) {
  const { t } = useTranslation('catalogue');
  const stale = useStale();
  const [verdict, setVerdict] = useState<'grant' | 'deny'>('grant');
  const { data: report, error, refetch } = useEndpoint(getReport, { params: { id: request.report_id } });
  const decided = async () => {
    await stale(requests, waiting, browse);
    onClose();
  };
  return (
    <div className={css.form}>
      <SegmentedControl
        aria-label={t('decide')}
        value={verdict}
        onChange={(next) => setVerdict(next === 'deny' ? 'deny' : 'grant')}
        data={(['grant', 'deny'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {verdict === 'deny' ? <DenialForm request={request} onDecided={decided} /> : null}
      {verdict === 'grant' && report ? <GrantForm request={request} report={report} onDecided={decided} /> : null}
      {verdict === 'grant' && !report && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
    </div>
  );
}

/** A request: who asks for what and why, and what is decided about it. */
export function DecisionPanel({ request, onClose }: Props) {
  const { t } = useTranslation('catalogue');
  const title =
    request.asked_by === null ? t('decide_title', request) : t('decide_title_other', { ...request, asked_by: request.asked_by });
  return (
    <SidePanel title={title} size={560} onClose={onClose}>
      <div className={css.request}>
        <p className={css.facts}>
          {request.email ? <span>{request.email}</span> : null}
          {request.for_group ? <span>{t('for_group', { count: request.for_group.members })}</span> : null}
          {request.department ? <span>{request.department}</span> : null}
          <time dateTime={request.created_at}>{formatDateTime(request.created_at)}</time>
        </p>
        <blockquote>{request.reason}</blockquote>
      </div>
      {request.can.decide ? (
        <Decision request={request} onClose={onClose} />
      ) : (
        <>
          {request.state === 'open' ? <p>{t('own_request')}</p> : <StatusCell kind="neutral">{t(`request_${request.state}`)}</StatusCell>}
          {request.answer ? <blockquote>{request.answer}</blockquote> : null}
        </>
      )}
    </SidePanel>
  );
}
