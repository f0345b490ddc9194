import { useTranslation } from 'react-i18next';
import css from './preview.module.css';
import { ProblemsTab } from './reportProblemsTab.tsx';
import { ViewsTab } from './viewsTab.tsx';

/** How a report is used: who opened it last, and what readers had to complain about. The operator's has no readers. */
export function UseTab({ reportId, placed }: { reportId: string; placed: boolean }) {
  const { t } = useTranslation('reportPreview');
  return (
    <div className={css.parts}>
      {placed ? (
        <section>
          <h2>{t('problems')}</h2>
          <ProblemsTab reportId={reportId} />
        </section>
      ) : null}
      <section>
        <h2>{t('views')}</h2>
        <ViewsTab reportId={reportId} />
      </section>
    </div>
  );
}
