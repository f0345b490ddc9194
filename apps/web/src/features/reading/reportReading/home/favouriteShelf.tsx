import { Button } from '@mantine/core';
import { IconArrowsMove, IconCheck, IconStar } from '@tabler/icons-react';
import type { ReportCard } from '@vitrine/contract/reading/home.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrder } from './favourites.ts';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import { Section } from './sections.tsx';
import css from './home.module.css';
import { onDemand } from '#ui/onDemand.tsx';

// The code for dragging is only loaded when a person sorts.
const SortableList = onDemand(async () => (await import('#ui/sortableList.tsx')).SortableList);

/** Reports that the person chose, in the person's own order. */
export function Favourites({ reports, layout }: { reports: readonly ReportCard[]; layout: Layout }) {
  const { t } = useTranslation('reportReading');
  const [arranging, setArranging] = useState(false);
  const save = useOrder();
  const arrange =
    reports.length > 1 ? (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={arranging ? <IconCheck size={14} /> : <IconArrowsMove size={14} />}
        aria-pressed={arranging}
        onClick={() => setArranging(!arranging)}
      >
        {t(arranging ? 'arrange_done' : 'arrange')}
      </Button>
    ) : null;
  return (
    <Section icon={<IconStar size={18} stroke={1.6} aria-hidden="true" />} title={t('favourites')} aside={arrange}>
      {reports.length === 0 ? <p className={css.hint}>{t('favourites_hint')}</p> : null}
      {arranging && reports.length > 1 ? (
        <Suspense fallback={null}>
          <SortableList
            label={t('favourites')}
            layout={layout === 'covers' ? 'grid' : 'list'}
            items={reports.map((report) => ({ ...report, label: report.title }))}
            onOrder={(items) =>
              void save(items.map(({ id }) => reports.find((report) => report.id === id)).filter((one) => one !== undefined))
            }
            renderItem={({ label }) => <span className={css.arranged}>{label}</span>}
          />
        </Suspense>
      ) : reports.length > 0 ? (
        <ReportCards layout={layout} reports={reports.map((report) => ({ ...report, place: report.group_name }))} />
      ) : null}
    </Section>
  );
}
