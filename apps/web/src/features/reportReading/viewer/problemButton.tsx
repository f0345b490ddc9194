import { Button } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trouble } from '../../../core/embed/trouble.ts';

const ProblemDialog = lazy(async () => ({ default: (await import('./problemDialog.tsx')).ProblemDialog }));

/** *Report a problem* where nothing is shown: what went wrong goes along. */
export function ProblemButton({ id, opened, trouble }: { id: string; opened: OpenedReport | undefined; trouble: Trouble }) {
  const { t } = useTranslation('reportReading');
  const [open, setOpen] = useState(false);
  const report = opened ?? { id, title: t('all_title'), view_id: null };
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('problem')}
      </Button>
      <Suspense fallback={null}>
        {open ? (
          <ProblemDialog
            report={report}
            scene={{
              page: '',
              filters: () => Promise.resolve([]),
              refreshed_at: null,
              load_ms: null,
              render_ms: null,
              trouble: `${trouble.word}\n${trouble.details}`,
            }}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
