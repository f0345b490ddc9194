import { Button } from '@mantine/core';
import { IconArrowsMove, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Home, ReportCard } from '@vitrine/contract/features/finding.ts';
import { home } from '@vitrine/contract/features/finding.ts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAny } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import { Section } from './sections.tsx';
import css from './home.module.css';

// Whoever only reads does without the code for dragging.
const SortableList = lazy(async () => ({ default: (await import('../../core/ui/SortableList.tsx')).SortableList }));

type Props = {
  /** Which shelf of the answer this is. */
  name: 'added' | 'favourites';
  title: string;
  icon: ReactNode;
  reports: readonly ReportCard[];
  layout: Layout;
  order: Endpoint;
  /** Shown when nothing stands here. */
  hint: string;
};

/** A new order is seen at once; the orders are saved one after the other, so that the last one wins. */
function useOrder(name: Props['name'], order: Endpoint) {
  const client = useQueryClient();
  const stale = useStale();
  const saving = useRef(Promise.resolve());
  return (reports: ReportCard[]) => {
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && { ...shelves, [name]: reports });
    saving.current = saving.current.then(async () => {
      try {
        await callAny(order, { body: { report_ids: reports.map(({ id }) => id) } });
      } catch (error) {
        toast.failure(error);
        await stale(home);
      }
    });
  };
}

/** Reports that the person chose, in the person's own order. */
export function OwnShelf({ name, title, icon, reports, layout, order, hint }: Props) {
  const { t } = useTranslation('reportReading');
  const [arranging, setArranging] = useState(false);
  const save = useOrder(name, order);
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
    <Section icon={icon} title={title} aside={arrange}>
      {reports.length === 0 ? <p className={css.hint}>{hint}</p> : null}
      {arranging && reports.length > 1 ? (
        <Suspense fallback={null}>
          <SortableList
            label={title}
            layout={layout === 'covers' ? 'grid' : 'list'}
            items={reports.map((report) => ({ ...report, label: report.title }))}
            onOrder={(items) => save(items.map(({ id }) => reports.find((report) => report.id === id)).filter((one) => one !== undefined))}
            renderItem={({ label }) => <span className={css.arranged}>{label}</span>}
          />
        </Suspense>
      ) : reports.length > 0 ? (
        <ReportCards
          layout={layout}
          reports={reports.map((report) => ({ ...report, icon: report.group_icon, place: report.group_name }))}
        />
      ) : null}
    </Section>
  );
}
