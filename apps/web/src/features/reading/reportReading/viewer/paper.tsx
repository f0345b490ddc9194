import type { RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import { formatDateTime } from '#platform/formats.ts';
import css from './paper.module.css';

/** How long a report may take to draw itself in the size of the sheet. */
const settleMs = 600;
const afterMs = 1000;

/**
 * Prints the page: the report, its watermark and what stands above it on paper. A frame cannot follow the size of the sheet while
 * it is printed, so it gets that size before.
 */
export async function printPage(): Promise<void> {
  const { dataset } = document.documentElement;
  const end = () => delete dataset['paper'];
  dataset['paper'] = '';
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  addEventListener('afterprint', end, { once: true });
  globalThis.print();
  // Where nothing tells the end. Time stands still while a browser asks how to print.
  setTimeout(end, afterMs);
}

type Props = { title: string; page: string; data: RefreshStatus | undefined };

/** On paper alone: which report this is, whose, and from when. */
export function PaperHead({ title, page, data }: Props) {
  const { t } = useTranslation('reportReading');
  const { unit_name, title: site } = useBranding();
  const facts = [
    unit_name ?? site,
    page === title ? null : page,
    data?.last_success_at ? t('updated_at', { at: formatDateTime(data.last_success_at) }) : null,
  ];
  return (
    <div className={css.head} aria-hidden="true">
      <strong>{title}</strong>
      <span>{facts.filter((fact) => fact !== null).join(' · ')}</span>
    </div>
  );
}
