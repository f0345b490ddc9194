import { open, renew } from '@vitrine/contract/features/reportReading.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadClient } from '../../../core/embed/client.ts';
import type { LiveReport } from '../../../core/embed/liveReport.ts';
import { liveReport } from '../../../core/embed/liveReport.ts';
import { failureOf } from '../../../core/failure.ts';
import { call } from '../../../core/http.ts';
import { failureText } from '../../../core/toast.ts';
import { EmptyState } from '../../../core/ui/States.tsx';
import css from './preview.module.css';

/** The report itself, as this administrator sees it; pages and links open where readers open them. */
export function LiveFrame({ id }: { id: string }) {
  const { t } = useTranslation('reportPreview');
  const frame = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const params = { id };
    let here = true;
    let live: LiveReport | null = null;
    const show = async () => {
      const [opened, service] = await Promise.all([call(open, { params }), loadClient()]);
      if (!here || !frame.current) return;
      if (!('embed' in opened)) {
        setProblem(t('not_embedded'));
        return;
      }
      live = liveReport({
        service,
        element: frame.current,
        opened,
        renew: () => call(renew, { params }),
        events: {
          onLoaded: () => setShown(true),
          onRendered: () => setShown(true),
          onPage: () => undefined,
          onTrouble: ({ details }) => here && setProblem(details || t('failed')),
        },
      });
    };
    show().catch((error: unknown) => here && setProblem(failureText(failureOf(error))));
    return () => {
      here = false;
      live?.stop();
    };
  }, [id, t]);
  return (
    <div className={css.stage} aria-busy={!shown && problem === null}>
      {problem === null ? <div className={css.frame} ref={frame} /> : <EmptyState title={t('failed')} text={problem} />}
    </div>
  );
}
