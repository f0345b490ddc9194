import { phoneQuery } from '#platform/embed/reportLifecycle.ts';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import { useMedia } from '#platform/useMedia.ts';
import { PagePicker } from './pagePicker.tsx';
import { PageTabs, PageTabsSkeleton } from './pageTabs.tsx';
import css from './pageTabs.module.css';

type Props = {
  pages: readonly ReportPage[];
  page: string | null;
  onPage: (name: string) => void;
  /** False: the report shows its pages itself. A phone has no room for that. */
  listed: boolean;
  /** While the report is loading: how many pages it had the last time. */
  expected: number;
};

/** The row of pages below the report: tabs, or on a phone the present one with a list. */
export function PagesBelow({ pages, page, onPage, listed, expected }: Props) {
  const phone = useMedia(phoneQuery);
  if (pages.length === 0) return expected > 1 && (listed || phone) ? <PageTabsSkeleton count={phone ? 1 : expected} /> : null;
  if (pages.length === 1 || (!listed && !phone)) return null;
  if (!phone) return <PageTabs pages={pages} page={page} onPage={onPage} />;
  return (
    <div className={css.pages} data-surface="card">
      <PagePicker pages={pages} page={page} onPage={onPage} />
    </div>
  );
}
