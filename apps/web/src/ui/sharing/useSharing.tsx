import { IconShare3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { useRole } from '#platform/session.ts';
import { onDemand } from '#ui/onDemand.tsx';

const ShareDialog = onDemand(async () => (await import('./shareDialog.tsx')).ShareDialog, { namespaces: ['sharing'] });

type Report = { id: string; title: string };
type View = () => Promise<{ page: string; state: string } | null>;

export type Sharing = { label: string; icon: ReactNode; share: ((report: Report) => void) | null; dialog: ReactNode };

/** Whether the person shares reports here, the action, and its dialog. */
export function useSharing(view?: View): Sharing {
  const { t } = useTranslation('ui');
  const [report, setReport] = useState<Report | null>(null);
  const config = useConfig();
  const may = useRole() !== 'user' || config?.readers_share === true;
  return {
    label: t('share'),
    icon: <IconShare3 size={16} stroke={1.6} />,
    share: may ? setReport : null,
    dialog: (
      <Suspense fallback={null}>{report ? <ShareDialog report={report} view={view} onClose={() => setReport(null)} /> : null}</Suspense>
    ),
  };
}
