import { Button, Portal } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { openAs, openDraftAs, renewAs } from '#endpoints/access/openAs.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadClient } from '#platform/embed/client.ts';
import type { RunningReport } from '#platform/embed/reportLifecycle.ts';
import { startReport } from '#platform/embed/reportLifecycle.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { failureText } from '#platform/toast.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import css from './simulation.module.css';
import type { DraftInput } from './usePreview.ts';

type Props = {
  reportId: string;
  membershipId: string;
  name: string;
  /** An assignment that is not saved yet, as if it were. */
  draft?: DraftInput;
  onClose: () => void;
};

// The content of a React portal is mounted after the effects of its parent.
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** The report as another person sees it, over the whole page, with a banner that says so. */
export function Simulation({ reportId, membershipId, name, draft, onClose }: Props) {
  const { t } = useTranslation('reportAccess');
  const frame = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  useFocusBack();

  useEffect(() => {
    const params = { id: reportId, membership_id: membershipId };
    let here = true;
    let live: RunningReport | null = null;
    const open = () => (draft ? call(openDraftAs, { params, body: draft }) : call(openAs, { params }));
    const show = async () => {
      const [opened, service] = await Promise.all([open(), loadClient()]);
      if (!here || !frame.current) return;
      live = startReport({
        service,
        element: frame.current,
        opened,
        renew: async () => (draft ? (await open()).embed : call(renewAs, { params })),
        events: {
          onLoaded: () => setShown(true),
          onRendered: () => setShown(true),
          onPage: () => undefined,
          onTrouble: () => here && setProblem(t('simulation_failed')),
        },
      });
    };
    show().catch((error: unknown) => here && setProblem(failureText(failureOf(error))));
    return () => {
      here = false;
      live?.stop();
    };
  }, [reportId, membershipId, draft, t]);

  return (
    <Portal>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog keeps its keys from the panel under it */}
      <div
        className={css.cover}
        role="dialog"
        tabIndex={-1}
        aria-modal="true"
        aria-label={t('simulation_banner', { name })}
        // Escape ends the simulation, wherever it is pressed; the panel under it stays.
        data-mantine-stop-propagation="true"
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
        }}
      >
        <div className={css.band} role="status">
          <IconUserSearch size={18} aria-hidden="true" />
          <span>{t('simulation_banner', { name })}</span>
          <Button size="xs" variant="default" ref={takeFocus} onClick={onClose} data-mantine-stop-propagation="true">
            {t('simulation_end')}
          </Button>
        </div>
        <div className={css.stage} aria-busy={!shown && problem === null}>
          {problem === null ? <div className={css.frame} ref={frame} /> : <p className={css.problem}>{problem}</p>}
        </div>
      </div>
    </Portal>
  );
}
