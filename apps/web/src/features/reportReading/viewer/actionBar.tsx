import { ActionIcon } from '@mantine/core';
import {
  IconDots,
  IconExternalLink,
  IconFilterOff,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMaximize,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react';
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../core/toast.ts';
import { MenuButton } from '../../../core/ui/MenuButton.tsx';
import { isPaginated } from './embedConfig.ts';
import { PagePicker } from './pagePicker.tsx';
import type { Origin } from './session.ts';
import type { ReportPage, ShownReport } from './shownReport.ts';
import css from './viewer.module.css';

type Props = {
  opened: OpenedReport;
  origin: Origin;
  pages: readonly ReportPage[];
  page: string | null;
  onPage: (name: string) => void;
  shown: () => ShownReport | null;
  /** False until the report can do something. */
  ready: boolean;
  list: { open: boolean; toggle: () => void } | null;
  fullScreen: (() => void) | null;
  /** What stands before the last buttons: the star. */
  children: ReactNode;
};

type Action = { key: string; label: string; icon: ReactNode; run: () => void };

function useReportActions({ opened, origin, shown }: Pick<Props, 'opened' | 'origin' | 'shown'>) {
  const { t } = useTranslation('reportReading');
  const run = (act: (report: ShownReport) => Promise<void>) => () => {
    const report = shown();
    if (report) act(report).catch(() => toast.warning(t('action_failed')));
  };
  const refresh: Action = {
    key: 'refresh',
    label: t('refresh'),
    icon: <IconRefresh size={18} stroke={1.6} />,
    run: run((report) => report.refresh()),
  };
  const reset: Action = {
    key: 'reset',
    label: t('reset'),
    icon: <IconFilterOff size={18} stroke={1.6} />,
    run: run((report) => report.reset()),
  };
  const print: Action = {
    key: 'print',
    label: t('print'),
    icon: <IconPrinter size={16} stroke={1.6} />,
    run: run((report) => report.print()),
  };
  const external: Action = {
    key: 'external',
    label: t('external'),
    icon: <IconExternalLink size={16} stroke={1.6} />,
    run: () => void window.open(`/${opened.id}/reports/external`, '_blank', 'noopener'),
  };
  const paginated = isPaginated(opened);
  return {
    buttons: paginated ? [] : [refresh, reset],
    menu: [...(origin === 'viewer' ? [external] : []), ...(paginated ? [] : [print])],
  };
}

/** A thin bar over the report: its pages at the left, what can be done with it at the right. */
export function ActionBar({ opened, origin, pages, page, onPage, shown, ready, list, fullScreen, children }: Props) {
  const { t } = useTranslation('reportReading');
  const { buttons, menu } = useReportActions({ opened, origin, shown });
  return (
    <div className={css.bar} data-surface="card" role="toolbar" aria-label={t('bar')}>
      {list ? (
        <ActionIcon
          variant="subtle"
          className={css.wide ?? ''}
          aria-label={t(list.open ? 'hide_pages' : 'show_pages')}
          aria-expanded={list.open}
          onClick={list.toggle}
        >
          {list.open ? <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} /> : <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />}
        </ActionIcon>
      ) : null}
      <h1 className={opened.settings.show_name_report ? css.title : 'visually-hidden'}>{opened.title}</h1>
      {pages.length > 1 ? (
        <div className={list?.open ? css.narrow : css.pickerPlace}>
          <PagePicker pages={pages} page={page} onPage={onPage} />
        </div>
      ) : null}
      <span className={css.spacer} />
      {buttons.map((action) => (
        <ActionIcon
          key={action.key}
          variant="subtle"
          className={css.wide ?? ''}
          aria-label={action.label}
          title={action.label}
          disabled={!ready}
          onClick={action.run}
        >
          {action.icon}
        </ActionIcon>
      ))}
      {children}
      {fullScreen ? (
        <ActionIcon variant="subtle" className={css.wide ?? ''} aria-label={t('full_screen')} title={t('full_screen')} onClick={fullScreen}>
          <IconMaximize size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
      <MoreMenu phoneOnly={buttons} actions={menu} ready={ready} />
    </div>
  );
}

/** What is rarely needed. On a phone the buttons of the bar are in here too. */
function MoreMenu({ phoneOnly, actions, ready }: { phoneOnly: readonly Action[]; actions: readonly Action[]; ready: boolean }) {
  const { t } = useTranslation('reportReading');
  const phone = matchMedia('(max-width: 767px)').matches;
  const shown = [...(phone ? phoneOnly : []), ...actions];
  if (shown.length === 0) return null;
  return (
    <MenuButton
      label={t('more')}
      entries={shown.map(({ key, label, icon, run }) => ({ label, icon, run, disabled: !ready && key !== 'external' }))}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" aria-label={t('more')} title={t('more')}>
          <IconDots size={18} />
        </ActionIcon>
      )}
    />
  );
}
