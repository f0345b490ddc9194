import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMaximize, IconPencil, IconPencilOff } from '@tabler/icons-react';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { useMedia } from '#platform/useMedia.ts';
import { phoneQuery } from '#platform/embed/reportLifecycle.ts';
import { MoreMenu } from './moreMenu.tsx';
import { PagePicker } from './pagePicker.tsx';
import type { ReportActions } from './useReportActions.tsx';
import css from './viewer.module.css';

type Props = {
  opened: OpenedReport;
  pages: readonly ReportPage[];
  page: string | null;
  onPage: (name: string) => void;
  actions: ReportActions;
  /** False until the report can do something. */
  ready: boolean;
  list: { open: boolean; toggle: () => void } | null;
  fullScreen: (() => void) | null;
  editing: { now: boolean; toggle: () => void } | null;
  /** The menu entry for narrow bars. */
  phoneChoices: readonly MenuEntry[];
  /** Information about the report, left of the buttons. */
  about: ReactNode;
  /** What stands before the last buttons: bookmarks and the star. */
  children: ReactNode;
};

/** The bar above the report: pages at the left, actions at the right. */
export function ActionBar({
  opened,
  pages,
  page,
  onPage,
  actions,
  ready,
  list,
  fullScreen,
  editing,
  phoneChoices,
  about,
  children,
}: Props) {
  const { t } = useTranslation('reportReading');
  const phone = useMedia(phoneQuery);
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
      {about}
      {phone
        ? null
        : actions.buttons.map((action) => (
            <ActionIcon
              key={action.key}
              variant="subtle"
              aria-label={action.label}
              title={action.label}
              disabled={!ready}
              onClick={action.run}
            >
              {action.icon}
            </ActionIcon>
          ))}
      {children}
      {editing && !phone ? (
        <ActionIcon
          variant="subtle"
          aria-label={t(editing.now ? 'edit_leave' : 'edit')}
          title={t(editing.now ? 'edit_leave' : 'edit')}
          aria-pressed={editing.now}
          disabled={!ready}
          onClick={editing.toggle}
        >
          {editing.now ? <IconPencilOff size={18} stroke={1.6} /> : <IconPencil size={18} stroke={1.6} />}
        </ActionIcon>
      ) : null}
      {fullScreen && !phone ? (
        <ActionIcon variant="subtle" aria-label={t('full_screen')} title={t('full_screen')} onClick={fullScreen}>
          <IconMaximize size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
      <MoreMenu groups={[...(phone ? [actions.buttons] : []), ...actions.menu]} ready={ready} choices={phone ? phoneChoices : []} />
    </div>
  );
}
