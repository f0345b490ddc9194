import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReportCard as Card } from '@vitrine/contract/reading/home.ts';
import type { DataAge } from '@vitrine/contract/reports/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { formatDate, formatDateTime } from '#platform/formats.ts';
import { StatusCell } from '#ui/cells.tsx';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import { MenuButton } from '#ui/menuButton.tsx';
import { ReportCover } from '#ui/reportCover.tsx';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import { useFavourite } from './favourites.ts';
import { dayOf } from './dayOf.ts';
import css from './reportCard.module.css';
import { Star } from './star.tsx';
import { useThumbnail } from './thumbnails.tsx';

export type Layout = 'covers' | 'list';

export type CardReport = Pick<Card, 'id' | 'title' | 'favourite'> & {
  /** Its group. */
  place?: ReactNode;
  cover?: string | null;
  certified?: boolean;
  blocked?: Card['blocked'];
  updated?: Card['updated'];
};

function CardMenu({ report }: { report: CardReport }) {
  const { t } = useTranslation('reportReading');
  const { label, icon, share, dialog } = useSharing();
  return (
    <>
      <MenuButton
        label={t('actions_of', { title: report.title })}
        entries={[
          ...(share ? [{ label, icon, run: () => share(report) }] : []),
          {
            label: t('external'),
            icon: <IconExternalLink size={16} />,
            run: () => void window.open(`/${report.id}/reports/external`, '_blank', 'noopener'),
          },
        ]}
        renderTarget={(props) => (
          <ActionIcon {...props} variant="subtle" aria-label={t('actions_of', { title: report.title })}>
            <IconDots size={16} />
          </ActionIcon>
        )}
      />
      {dialog}
    </>
  );
}

/** How old the data are, in days and words; the exact time on hover. */
function DataOf({ age: { at, failed } }: { age: DataAge }) {
  const { t } = useTranslation('reportReading');
  const exact = at ? t('updated_at', { at: formatDateTime(at) }) : t('data_never');
  return (
    <span className={css.place} title={failed ? `${exact}. ${t('refresh_failed')}` : exact}>
      {failed ? <IconAlertTriangle className={css.failed} size={14} stroke={1.8} aria-label={t('refresh_failed')} /> : null}
      {at ? t(`data_${dayOf(at)}`, { date: formatDate(at) }) : t('data_never')}
    </span>
  );
}

/** A report as a tile or a row: all of it is a link except the buttons. */
function ReportCard({ report, layout, dated }: { report: CardReport; layout: Layout; dated: boolean }) {
  const { t } = useTranslation('reportReading');
  const setFavourite = useFavourite();
  return (
    <li className={css.card} data-surface="card">
      <ReportCover report={report} picture={useThumbnail(report.id)} small={layout === 'list'} />
      <Link to={`/${report.id}/reports/view`} className={css.link}>
        <span className={css.title}>
          {report.title}
          {report.certified ? <CertifiedMark /> : null}
        </span>
        {report.place ? <span className={css.place}>{report.place}</span> : null}
        {report.blocked ? <StatusCell kind="warning">{t('blocked')}</StatusCell> : null}
        {dated && report.updated ? <DataOf age={report.updated} /> : null}
      </Link>
      <span className={css.buttons}>
        <Star title={report.title} favourite={report.favourite} onToggle={() => void setFavourite(report.id, !report.favourite)} />
        <CardMenu report={report} />
      </span>
    </li>
  );
}

export function ReportCards({ reports, layout }: { reports: readonly CardReport[]; layout: Layout }) {
  const dated = useConfig()?.last_update === true;
  return (
    <ul className={css.cards} data-layout={layout}>
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} layout={layout} dated={dated} />
      ))}
    </ul>
  );
}
