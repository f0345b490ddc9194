import { Button } from '@mantine/core';
import type { RefreshLedger } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { ledger } from '#endpoints/datasets/datasetRefresh.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { momentText } from '#platform/unitClock.ts';
import { StatusCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import { refreshKinds } from './historyList.tsx';
import css from './ledger.module.css';

type Slot = RefreshLedger['slots'][number];

/** All are of one day, so the hour says when. */
const hourOf = (moment: string, timezone: string): string => momentText(moment, timezone).slice(-5);

function Row({ slot: { number, use, source, by, at, ended_at, state, beyond }, timezone }: { slot: Slot; timezone: string }) {
  const { t } = useTranslation('datasetRefresh');
  return (
    <tr data-use={use} data-beyond={beyond || undefined}>
      <th scope="row">{number}</th>
      <td data-label={t('slot_at')}>{[at, ended_at].flatMap((moment) => (moment ? [hourOf(moment, timezone)] : [])).join(' – ')}</td>
      <td data-label={t('asked_by')}>{source === 'person' && by ? by : t(`source_${source}`)}</td>
      <td data-label={t('state')}>
        {state ? (
          <StatusCell kind={refreshKinds[state]}>{t(`state_${state}`)}</StatusCell>
        ) : (
          <StatusCell kind="info">{t('slot_reserved')}</StatusCell>
        )}
        {beyond ? <span className={css.beyond}>{t('slot_beyond')}</span> : null}
      </td>
    </tr>
  );
}

/** Each slot of the day: who took it, when, how it ended; what is kept for schedules, and what is free. */
function LedgerTable({ reportId }: { reportId: string }) {
  const { t } = useTranslation('datasetRefresh');
  const { data, error, refetch } = useEndpoint(ledger, { params: { id: reportId } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { limit, slots, free, warning, outside_known, timezone, used, reserved } = data;
  const first = limit - free + 1;
  return (
    <div className={css.ledger}>
      {warning ? (
        <p className={css.warning} role="status">
          {t(`ledger_${warning}`, { used, limit, reserved })}
        </p>
      ) : null}
      <table>
        <caption className="visually-hidden">{t('ledger')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('slot')}</th>
            <th scope="col">{t('slot_at')}</th>
            <th scope="col">{t('asked_by')}</th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <Row key={slot.number} slot={slot} timezone={timezone} />
          ))}
          {free > 0 ? (
            <tr data-use="free">
              <th scope="row">{free === 1 ? limit : `${first}–${limit}`}</th>
              <td colSpan={3}>{t('slots_free', { count: free })}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {outside_known ? null : <p className={css.dim}>{t('outside_unknown')}</p>}
    </div>
  );
}

/** The ledger behind a button: it asks the reporting service, so only whoever wants to see it. */
export function LedgerButton({ reportId, name }: { reportId: string; name?: string }) {
  const { t } = useTranslation('datasetRefresh');
  const [open, setOpen] = useState(false);
  const label = t(open ? 'ledger_hide' : 'ledger_show');
  return (
    <div className={css.whole}>
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={open}
        {...(name ? { 'aria-label': `${label}: ${name}` } : {})}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open ? <LedgerTable reportId={reportId} /> : null}
    </div>
  );
}
