import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { UnitInvoice, UnitInvoiceRow } from '@vitrine/contract/billing/unitInvoices.ts';
import { bill, fiscal, get, list } from '#endpoints/billing/unitInvoices.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { saveFile } from '#platform/savedFile.ts';
import { copyText, toast } from '#platform/toast.ts';
import figures from '#ui/billing/figures.module.css';
import { InvoiceState } from '#ui/billing/invoiceState.tsx';
import { Positions } from '#ui/billing/positions.tsx';
import { DateCell, NumberCell } from '#ui/cells.tsx';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';

/** What is copied into the bank's program, while there is something to pay. */
function HowToPay({ invoice }: { invoice: UnitInvoice }) {
  const { t } = useTranslation('billing');
  const ways = (['pix_text', 'payment_line'] as const).filter((way) => invoice[way] !== '');
  if (!['open', 'overdue'].includes(invoice.state) || ways.length === 0) return null;
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className={figures.heading}>
        {t('how_to_pay')}
      </h2>
      {ways.map((way) => (
        <div key={way} className={figures.way}>
          <p className={figures.note}>{t(way)}</p>
          <code>{invoice[way]}</code>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copyText(invoice[way])}>
            {t(`copy_${way}`)}
          </Button>
        </div>
      ))}
      {invoice.note ? <p className={figures.note}>{invoice.note}</p> : null}
    </section>
  );
}

function useFacts(row: UnitInvoiceRow | undefined, whole: UnitInvoice | undefined): Fact[] {
  const { t } = useTranslation('billing');
  return [
    { label: t('due_on'), value: row ? <DateCell value={row.due_on} /> : undefined },
    { label: t('total'), value: row ? formatMoney(row.total_cents) : undefined },
    { label: t('people'), value: row ? <NumberCell value={row.person_count} /> : undefined },
    { label: t('issuer_name'), value: whole ? whole.issuer_name || null : undefined },
    { label: t('client'), value: row?.client_name },
    { label: t('tax_id'), value: whole?.client_tax_id },
    { label: t('paid_on'), value: whole ? whole.paid_on ? <DateCell value={whole.paid_on} /> : null : undefined },
    { label: t('reason'), value: whole ? whole.cancel_reason || null : undefined },
    { label: t('fiscal'), value: whole ? whole.fiscal : undefined },
  ];
}

/** `/unit/invoices/<id>`: what an invoice is made of, its files, and how it is paid. */
export function UnitInvoicePage() {
  const { t } = useTranslation('billing');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const opened = useObject<UnitInvoiceRow, UnitInvoice>({ get, list }, id);
  const { row, whole } = opened;
  const save = (file: typeof bill | typeof fiscal) => void saveFile(file, { params: { id } }).catch(toast.failure);
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: '/unit/invoices' }}
      title={({ number, client_name }) => t('title_number', { number: number ?? '', client: client_name })}
      state={({ state }) => <InvoiceState state={state} />}
      primary={() => (
        <Button leftSection={<IconDownload size={16} />} onClick={() => save(bill)}>
          {t('bill')}
        </Button>
      )}
      actions={[
        {
          key: 'fiscal',
          label: t('fiscal_save'),
          icon: <IconDownload size={16} />,
          when: () => Boolean(whole?.fiscal),
          run: () => save(fiscal),
        },
      ]}
      tabs={[
        {
          name: 'positions',
          content: whole ? (
            <>
              <Positions invoice={whole} />
              <HowToPay invoice={whole} />
            </>
          ) : null,
        },
      ]}
      facts={useFacts(row, whole)}
    />
  );
}
