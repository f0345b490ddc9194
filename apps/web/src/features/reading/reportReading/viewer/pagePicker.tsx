import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '#ui/menuButton.tsx';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import css from './viewer.module.css';

type Props = { pages: readonly ReportPage[]; page: string | null; onPage: (name: string) => void };

/** The current page, a menu of all pages, and buttons for the previous and next one. */
export function PagePicker({ pages, page, onPage }: Props) {
  const { t } = useTranslation('reportReading');
  const index = pages.findIndex(({ name }) => name === page);
  const neighbour = (step: 1 | -1) => (index === -1 ? undefined : pages[index + step]);
  const arrow = (step: 1 | -1) => {
    const target = neighbour(step);
    return (
      <ActionIcon
        variant="subtle"
        aria-label={t(step === 1 ? 'next_page' : 'previous_page')}
        disabled={!target}
        onClick={() => target && onPage(target.name)}
      >
        {step === 1 ? <IconChevronRight size={18} /> : <IconChevronLeft size={18} />}
      </ActionIcon>
    );
  };
  return (
    <div className={css.picker}>
      {arrow(-1)}
      <MenuButton
        label={t('pages')}
        align="start"
        entries={pages.map(({ name, title }) => ({ label: title, chosen: name === page, run: () => onPage(name) }))}
        renderTarget={(props) => (
          <button type="button" className={css.pageButton} {...props}>
            <span>{pages[index]?.title ?? t('page')}</span>
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        )}
      />
      {arrow(1)}
    </div>
  );
}
