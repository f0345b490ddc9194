import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconFileUpload, IconMail, IconRefresh, IconRestore, IconX } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofInvoice } from '#endpoints/audit/audit.ts';
import type { Invoice, InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import { addFiscal, bill, days, deliver, draftAgain, fiscal, get, list, open, recount, unpay } from '#endpoints/billing/billing.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { saveFile } from '#platform/savedFile.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { InvoiceState } from '#ui/billing/invoiceState.tsx';
import { monthName } from '#ui/billing/monthName.ts';
import { DateCell, IdCell, NumberCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { Positions } from '#ui/billing/positions.tsx';

const Days = onDemand(async () => (await import('./days.tsx')).Days);
const PayPanel = onDemand(async () => (await import('./invoiceForms.tsx')).PayPanel);
const CancelPanel = onDemand(async () => (await import('./invoiceForms.tsx')).CancelPanel);

const listPath = '/billing';
const unsettled = ({ state }: InvoiceRow) => state === 'open' || state === 'overdue';

function useFacts(row: InvoiceRow | undefined, whole: Invoice | undefined): Fact[] {
  const { t } = useTranslation('billing');
  const of = (read: (invoice: Invoice) => Fact['value']) => (whole ? read(whole) : undefined);
  return [
    { label: t('client'), value: row?.client_name },
    { label: t('tax_id'), value: of(({ client_tax_id }) => client_tax_id) },
    { label: t('partner'), value: row?.partner_name },
    { label: t('due_on'), value: row ? <DateCell value={row.due_on} /> : undefined },
    { label: t('total'), value: row ? formatMoney(row.total_cents) : undefined },
    { label: t('people'), value: row ? <NumberCell value={row.person_count} /> : undefined },
    { label: t('mailed_to'), value: of(({ mailed_to }) => mailed_to || null) },
    { label: t('reminders'), value: of(({ reminders }) => (reminders > 0 ? <NumberCell value={reminders} /> : null)) },
    { label: t('paid_on'), value: of(({ paid_on }) => (paid_on ? <DateCell value={paid_on} /> : null)) },
    { label: t('paid_by'), value: of(({ paid_by }) => (paid_by ? t(`paid_by_${paid_by}`) : null)) },
    { label: t('reason'), value: of(({ cancel_reason }) => cancel_reason || null) },
    { label: t('fiscal'), value: of((invoice) => invoice.fiscal) },
  ];
}

/** `/billing/<id>`: one invoice, what it is made of, and what is done with it. */
export function InvoicePage() {
  const { t } = useTranslation(['billing', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<InvoiceRow, Invoice>({ get, list }, id);
  const { row, whole } = opened;
  const history = useHistory(ofInvoice, id, true);
  const [asked, setAsked] = useState<'open' | 'pay' | 'cancel' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const changed = () => stale(list, get, days, ofInvoice);
  const close = () => setAsked(null);
  const act = async (work: () => Promise<unknown>, message: string) => {
    try {
      await work();
      toast.success(message);
    } catch (error) {
      toast.failure(error);
    }
    await changed();
  };
  const body = { version: whole?.version ?? row?.version ?? 1 };
  const addDocument = (document: File | undefined) =>
    document &&
    void act(() => call(addFiscal, { params: { id }, query: { name: document.name.slice(0, 120) }, body: document }), t('fiscal_done'));
  const again = async () => {
    try {
      const made = await call(draftAgain, { params: { id } });
      await changed();
      await navigate({ to: objectPath(listPath, made.id) });
    } catch (error) {
      toast.failure(error);
    }
  };
  const actions: RowAction<InvoiceRow>[] = [
    {
      key: 'bill',
      label: t('bill'),
      icon: <IconDownload size={16} />,
      run: () => void saveFile(bill, { params: { id } }).catch(toast.failure),
    },
    {
      key: 'fiscal',
      label: t('fiscal_save'),
      icon: <IconDownload size={16} />,
      when: () => Boolean(whole?.fiscal),
      run: () => void saveFile(fiscal, { params: { id } }).catch(toast.failure),
    },
    {
      key: 'recount',
      label: t('recount'),
      text: t('recount_text'),
      icon: <IconRefresh size={16} />,
      when: ({ state }) => state === 'draft',
      run: () => void act(() => call(recount, { params: { id }, body }), t('recount_done')),
    },
    {
      key: 'deliver',
      label: t('deliver'),
      icon: <IconMail size={16} />,
      when: (invoice) => unsettled(invoice) || invoice.state === 'paid',
      run: () => void act(() => call(deliver, { params: { id }, body }), t('deliver_done')),
    },
    {
      key: 'add_fiscal',
      label: t('add_fiscal'),
      text: t('add_fiscal_text'),
      icon: <IconFileUpload size={16} />,
      when: (invoice) => unsettled(invoice) || invoice.state === 'paid',
      run: () => file.current?.click(),
    },
    {
      key: 'unpay',
      label: t('unpay'),
      icon: <IconRestore size={16} />,
      when: ({ state }) => state === 'paid' && whole?.paid_by !== 'nothing_due',
      run: () => void act(() => call(unpay, { params: { id }, body }), t('unpay_done')),
    },
    {
      key: 'again',
      label: t('draft_again'),
      text: t('draft_again_text'),
      icon: <IconCopy size={16} />,
      when: ({ state }) => state === 'cancelled',
      run: () => void again(),
    },
    {
      key: 'cancel',
      label: t('cancel'),
      icon: <IconX size={16} />,
      danger: true,
      when: ({ state }) => state !== 'cancelled',
      run: () => setAsked('cancel'),
    },
  ];
  const name = ({ number, month, client_name }: InvoiceRow) =>
    number === null
      ? t('title_draft', { month: monthName(month), client: client_name })
      : t('title_number', { number, client: client_name });
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: listPath }}
      title={name}
      state={({ state }) => <InvoiceState state={state} />}
      primary={(invoice) =>
        invoice.state === 'draft' ? (
          <Button leftSection={<IconMail size={16} />} onClick={() => setAsked('open')}>
            {t('open')}
          </Button>
        ) : unsettled(invoice) ? (
          <Button leftSection={<IconCheck size={16} />} onClick={() => setAsked('pay')}>
            {t('pay')}
          </Button>
        ) : null
      }
      actions={actions}
      tabs={[
        { name: 'positions', content: whole ? <Positions invoice={whole} /> : null },
        { name: 'days', content: <Days id={id} /> },
        { name: 'history', content: <HistoryTab history={history} own={['invoice']} /> },
      ]}
      facts={[...useFacts(row, whole), { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      <input
        ref={file}
        type="file"
        accept=".pdf,.xml,application/pdf,application/xml,text/xml"
        hidden
        aria-label={t('add_fiscal')}
        onChange={({ currentTarget }) => addDocument(currentTarget.files?.[0])}
      />
      {asked === 'open' && whole ? (
        <ConfirmDialog
          title={t('open')}
          text={t('open_text', { total: formatMoney(whole.total_cents) })}
          confirm={t('open')}
          onConfirm={async () => {
            await call(open, { params: { id }, body });
            toast.success(t('open_done'));
            void changed();
          }}
          onClose={close}
        />
      ) : null}
      {asked === 'pay' && whole ? <PayPanel invoice={whole} onDone={() => void changed()} onClose={close} /> : null}
      {asked === 'cancel' && whole ? <CancelPanel invoice={whole} onDone={() => void changed()} onClose={close} /> : null}
    </ObjectPage>
  );
}
