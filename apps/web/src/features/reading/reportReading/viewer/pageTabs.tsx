import { IconChevronDown } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import { intoView } from '#ui/intoView.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './pageTabs.module.css';

type Props = { pages: readonly ReportPage[]; page: string | null; onPage: (name: string) => void };

/** Id of what the tabs change. */
export const stageId = 'report-stage';

const manyPages = 8;

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Whether the tabs are wider than their row. */
function useCrowded() {
  const row = useRef<HTMLDivElement>(null);
  const [crowded, setCrowded] = useState(false);
  useEffect(() => {
    const { current } = row;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() => setCrowded(current.scrollWidth > current.clientWidth + 1));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);
  return { row, crowded };
}

/** The pages of the report below it, as in a workbook; where they do not fit, a list of all beside them. */
export function PageTabs({ pages, page, onPage }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const { row, crowded } = useCrowded();
  const chosen = pages.findIndex(({ name }) => name === page);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = steps[event.key]?.(chosen, pages.length - 1);
    const target = next === undefined ? undefined : pages[next];
    if (next === undefined || !target) return;
    event.preventDefault();
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    onPage(target.name);
  };
  return (
    <div className={css.pages} data-surface="card">
      <div ref={row} role="tablist" aria-label={t('pages')} className={css.tabs}>
        {pages.map(({ name, title }, index) => (
          <button
            key={name}
            ref={name === page ? intoView : undefined}
            type="button"
            role="tab"
            aria-selected={name === page}
            aria-controls={stageId}
            tabIndex={index === Math.max(0, chosen) ? 0 : -1}
            onClick={() => onPage(name)}
            onKeyDown={walk}
          >
            {title}
          </button>
        ))}
      </div>
      {crowded ? (
        <MenuButton
          label={t('all_pages')}
          entries={pages.map(({ name, title }) => ({ label: title, chosen: name === page, run: () => onPage(name) }))}
          {...(pages.length > manyPages ? { searchLabel: t('find_page') } : {})}
          renderTarget={(props) => (
            <button type="button" {...props} className={css.all}>
              {t('all_pages')}
              <IconChevronDown size={16} aria-hidden="true" />
            </button>
          )}
        />
      ) : null}
    </div>
  );
}

/** The row before its pages are known, with as many as the last time. */
export function PageTabsSkeleton({ count }: { count: number }) {
  return (
    <div className={css.pages} data-surface="card" aria-hidden="true">
      <div className={css.tabs}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={css.waiting} />
        ))}
      </div>
    </div>
  );
}
