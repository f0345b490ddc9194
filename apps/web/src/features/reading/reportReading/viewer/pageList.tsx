import { useTranslation } from 'react-i18next';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import css from './viewer.module.css';

type Props = { pages: readonly ReportPage[]; page: string | null; onPage: (name: string) => void };

/** The report's own menu at its left side. */
export function PageList({ pages, page, onPage }: Props) {
  const { t } = useTranslation('reportReading');
  return (
    <nav className={css.pageList} data-surface="card" aria-label={t('pages')}>
      {pages.map(({ name, title }) => (
        <button key={name} type="button" aria-current={name === page ? 'page' : undefined} onClick={() => onPage(name)}>
          {title}
        </button>
      ))}
    </nav>
  );
}
