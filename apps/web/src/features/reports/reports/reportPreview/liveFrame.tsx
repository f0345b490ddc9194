import { open, renew } from '#endpoints/reading/reportReading.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadClient } from '#platform/embed/client.ts';
import type { RunningReport } from '#platform/embed/reportLifecycle.ts';
import { startReport } from '#platform/embed/reportLifecycle.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { failureText } from '#platform/toast.ts';
import { EmptyState } from '#ui/states.tsx';
import css from './preview.module.css';

/** The report itself, as this administrator sees it; HTML pages and links open as for readers. */
export function LiveFrame({ id }: { id: string }) {
  const { t } = useTranslation('reportPreview');
  const frame = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const params = { id };
    let here = true;
    let live: RunningReport | null = null;
    const show = async () => {
      const [opened, service] = await Promise.all([call(open, { params }), loadClient()]);
      if (!here || !frame.current) return;
      if (!('embed' in opened)) {
        setProblem(t('not_embedded'));
        return;
      }
      live = startReport({
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
