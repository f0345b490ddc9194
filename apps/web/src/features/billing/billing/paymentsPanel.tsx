import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@vitrine/contract/billing/billing.ts';
import { dismiss, get, importStatement, list, payments, settle } from '#endpoints/billing/billing.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import figures from '#ui/billing/figures.module.css';
import { ErrorState } from '#ui/states.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './billing.module.css';

/** Payments of a bank statement: sent as a file, and confirmed one by one or all that have a proposal. */
export function PaymentsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing');
  const stale = useStale();
  const file = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: [payments.path, {}], queryFn: ({ signal }) => call(payments, {}, signal) });
  const act = async (work: () => Promise<string>) => {
    setWorking(true);
    await work().then(toast.success, toast.failure);
    await stale(list, get, payments);
    setWorking(false);
  };
  const send = (statement: File | undefined) =>
    statement &&
    void act(async () => {
      const { added, known } = await call(importStatement, { body: statement });
      return t('statement_read', { count: added, known });
    });
  const confirm = (lines: readonly Payment[]) =>
    act(async () => {
      const pairs = lines.flatMap(({ id, proposal }) => (proposal ? [{ payment_id: id, invoice_id: proposal.invoice_id }] : []));
      return t('settled', { count: (await call(settle, { body: { payments: pairs } })).settled });
    });
  const proposed = data?.data.filter(({ proposal }) => proposal !== null) ?? [];
  return (
    <SidePanel title={t('payments')} onClose={onClose}>
      <p className={figures.note}>{t('payments_text')}</p>
      <input
        ref={file}
        type="file"
        accept=".ofx,.csv,text/csv"
        hidden
        aria-label={t('statement')}
        onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
      />
      <div className={figures.buttons}>
        <Button leftSection={<IconFileUpload size={16} />} loading={working} onClick={() => file.current?.click()}>
          {t('statement')}
        </Button>
        {proposed.length > 1 ? (
          <Button variant="default" loading={working} onClick={() => void confirm(proposed)}>
            {t('settle_all', { count: proposed.length })}
          </Button>
        ) : null}
      </div>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className={figures.note}>{t('payments_empty')}</p> : null}
      {data?.data.map((payment) => (
        <section key={payment.id} className={css.payment} aria-label={`${formatMoney(payment.cents)} ${formatDate(payment.paid_on)}`}>
          <strong>{formatMoney(payment.cents)}</strong> · {formatDate(payment.paid_on)}
          <div>{payment.description}</div>
          <div>
            {payment.proposal
              ? t(`because_${payment.proposal.because}`, { number: payment.proposal.number, client: payment.proposal.client_name })
              : t('no_proposal')}
          </div>
          <div className={figures.buttons}>
            {payment.proposal ? (
              <Button size="xs" disabled={working} onClick={() => void confirm([payment])}>
                {t('settle')}
              </Button>
            ) : null}
            <Button
              size="xs"
              variant="default"
              disabled={working}
              onClick={() => void act(async () => call(dismiss, { params: { id: payment.id } }).then(() => t('dismissed')))}
            >
              {t('dismiss')}
            </Button>
          </div>
        </section>
      ))}
    </SidePanel>
  );
}
