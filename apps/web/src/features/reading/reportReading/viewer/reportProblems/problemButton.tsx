import { Button } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trouble } from '#platform/embed/trouble.ts';
import { onDemand } from '#ui/onDemand.tsx';

const ProblemDialog = onDemand(async () => (await import('./problemDialog.tsx')).ProblemDialog, { namespaces: ['attach'] });

/** *Report a problem* when the report is not shown; the failure is included. */
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
              state: () => Promise.resolve(null),
              trouble: `${trouble.word}\n${trouble.details}`,
            }}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
