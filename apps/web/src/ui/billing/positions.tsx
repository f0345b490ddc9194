import type { Invoice, Position } from '@vitrine/contract/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import figures from './figures.module.css';

type Told = Pick<Invoice, 'positions' | 'total_cents' | 'person_count' | 'bonus_users'>;

/** What an invoice is made of, with its sum. */
export function Positions({ invoice }: { invoice: Told }) {
  const { t } = useTranslation('billing');
  const words = (position: Position) => {
    if (position.kind === 'people')
      return t('position_people', { count: position.quantity ?? 0, price: formatMoney(position.price_cents ?? 0) });
    if (position.kind === 'domain')
      return t('position_domain', { host: position.host ?? '', days: position.days ?? 0, of: position.of_days ?? 0 });
    return t('position_credit', { reason: position.reason ?? '' });
  };
  return (
    <>
      <div className={figures.scroll}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('position')}</th>
              <th scope="col" className={figures.end}>
                {t('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {invoice.positions.map((position) => (
              <tr key={position.id}>
                <td>{words(position)}</td>
                <td className={figures.end}>{formatMoney(position.total_cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <td className={figures.end}>{formatMoney(invoice.total_cents)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={figures.note}>
        {t('how_many', {
          people: formatNumber(invoice.person_count),
          free: formatNumber(Math.min(invoice.bonus_users, invoice.person_count)),
        })}
      </p>
    </>
  );
}
