import { NumberInput } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { get } from '#endpoints/billing/billingSummary.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { nearlyFull } from '#ui/seats/rules.ts';
import figures from '#ui/billing/figures.module.css';
import { monthName } from '#ui/billing/monthName.ts';
import { StatusCell } from '#ui/cells.tsx';
import css from './billingSummary.module.css';

type Running = Answer<typeof get>['running'];
type Client = Running['clients'][number];

/** What a client would owe with so many more users. */
const withMore = ({ person_count, bonus_users, price_cents }: Client, more: number) =>
  Math.max(0, person_count + more - bonus_users) * price_cents;

/** The month that runs: what each client will owe, also if users were added now. */
export function NextInvoice({ running }: { running: Running }) {
  const { t } = useTranslation('billing');
  const [typed, setTyped] = useState<number | ''>(0);
  const more = typed === '' ? 0 : typed;
  if (running.clients.length === 0) return null;
  return (
    <section aria-labelledby="next-invoice">
      <h2 id="next-invoice" className={figures.heading}>
        {t('next', { month: monthName(running.month) })}
      </h2>
      <p className={figures.note}>{t('next_text')}</p>
      <NumberInput
        label={t('what_if')}
        className={css.month ?? ''}
        min={0}
        max={100_000}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={typed}
        onChange={(value) => setTyped(typeof value === 'number' ? value : '')}
      />
      <div className={figures.scroll}>
        <table className={figures.table} aria-labelledby="next-invoice">
          <thead>
            <tr>
              <th scope="col">{t('client')}</th>
              <th scope="col" className={figures.end}>
                {t('people')}
              </th>
              <th scope="col" className={figures.end}>
                {t('seats')}
              </th>
              <th scope="col" className={figures.end}>
                {t('expected')}
              </th>
              {more > 0 ? (
                <th scope="col" className={figures.end}>
                  {t('with_more', { count: more })}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {running.clients.map((client) => (
              <tr key={client.id}>
                <td>
                  {client.name}
                  {client.user_limit !== null && nearlyFull(client.seats + more, client.user_limit) ? (
                    <StatusCell kind="warning">{t('nearly_full')}</StatusCell>
                  ) : null}
                </td>
                <td className={figures.end}>{formatNumber(client.person_count)}</td>
                <td className={figures.end}>
                  {client.user_limit === null
                    ? formatNumber(client.seats)
                    : t('of_limit', { used: formatNumber(client.seats), limit: formatNumber(client.user_limit) })}
                </td>
                <td className={figures.end}>{formatMoney(client.total_cents)}</td>
                {more > 0 ? <td className={figures.end}>{formatMoney(withMore(client, more))}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
