import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bill, fiscal, get } from '#endpoints/billing/billing.ts';
import { people } from '#endpoints/billing/billingSummary.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import figures from '#ui/billing/figures.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { Counted } from '#ui/billing/counted.tsx';
import { ErrorState } from '#ui/states.tsx';

/** Who counted towards an invoice, and from when to when. */
function People({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = useQuery({
    queryKey: [people.path, { params: { id } }],
    queryFn: ({ signal }) => call(people, { params: { id } }, signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <h3 className={figures.heading}>{t('who_counted')}</h3>
      <div className={figures.scroll}>
        <table className={figures.table} aria-label={t('who_counted')}>
          <thead>
            <tr>
              <th scope="col">{t('user')}</th>
              <th scope="col">{t('from_to')}</th>
              <th scope="col">{t('counts')}</th>
            </tr>
          </thead>
          <tbody>
            {data.people.map((person) => (
              <tr key={person.id}>
                <td>
                  {person.name ?? t('user_gone')}
                  <div className={figures.note}>{person.units.filter((unit) => unit !== '').join(', ')}</div>
                </td>
                <td>{`${formatDate(person.from)} – ${formatDate(person.to)}`}</td>
                <td>{person.counts ? t('counts_yes') : t('counts_no', { hours: formatNumber(person.hours) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Counted told={data} />
    </>
  );
}

/** One invoice beside the summary: what it comes to, its files, and who counted. */
export function InvoicePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { data } = useQuery({ queryKey: [get.path, { params: { id } }], queryFn: ({ signal }) => call(get, { params: { id } }, signal) });
  const title = data ? t('title_number', { number: data.number ?? '', client: data.client_name }) : t('title');
  return (
    <SidePanel title={title} onClose={onClose}>
      {data ? (
        <>
          <p className={figures.sums}>
            <span>
              {t('total')}
              <strong>{formatMoney(data.total_cents)}</strong>
            </span>
            <span>
              {t('due_on')}
              <strong>{formatDate(data.due_on)}</strong>
            </span>
          </p>
          <p className={figures.note}>
            {t('sum_rule', {
              people: formatNumber(data.person_count),
              free: formatNumber(Math.min(data.bonus_users, data.person_count)),
              price: formatMoney(data.price_cents),
            })}
          </p>
          <div className={figures.buttons}>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => void saveFile(bill, { params: { id } }).catch(toast.failure)}
            >
              {t('bill')}
            </Button>
            {data.fiscal ? (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => void saveFile(fiscal, { params: { id } }).catch(toast.failure)}
              >
                {t('fiscal_save')}
              </Button>
            ) : null}
          </div>
          <People id={id} />
        </>
      ) : null}
    </SidePanel>
  );
}
