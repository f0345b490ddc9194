import { ActionIcon } from '@mantine/core';
import { IconDots, IconExternalLink, IconHomeMinus, IconHomePlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReportCard as Card } from '@vitrine/contract/reading/home.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { StatusCell } from '#ui/cells.tsx';
import { DataAgeCell } from '#ui/dataAgeCell.tsx';
import { MenuButton } from '#ui/menuButton.tsx';
import { ReportCover } from '#ui/reportCover.tsx';
import { useAddToHome, useFavourite } from './favourites.ts';
import css from './reportCard.module.css';
import { Star } from './star.tsx';

export type Layout = 'covers' | 'list';

export type CardReport = Pick<Card, 'id' | 'title' | 'favourite'> & {
  /** Its group, or when it was opened. */
  place?: ReactNode;
  icon?: Card['group_icon'];
  cover?: string | null;
  /** Known on the start page only. */
  added?: boolean;
  blocked?: Card['blocked'];
  updated?: Card['updated'];
};

function CardMenu({ report }: { report: CardReport }) {
  const { t } = useTranslation('reportReading');
  const addToHome = useAddToHome();
  const added = report.added === true;
  return (
    <MenuButton
      label={t('actions_of', { title: report.title })}
      entries={[
        {
          label: t(added ? 'home_remove' : 'home_add'),
          icon: added ? <IconHomeMinus size={16} /> : <IconHomePlus size={16} />,
          run: () => void addToHome(report.id, !added),
        },
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
  );
}

/** A report as a tile or a row: all of it is a link except the buttons. */
function ReportCard({ report, layout, dated }: { report: CardReport; layout: Layout; dated: boolean }) {
  const { t } = useTranslation('reportReading');
  const setFavourite = useFavourite();
  return (
    <li className={css.card} data-surface="card">
      <ReportCover report={report} icon={report.icon ?? 'chart'} small={layout === 'list'} />
      <Link to={`/${report.id}/reports/view`} className={css.link}>
        <span className={css.title}>{report.title}</span>
        {report.place ? <span className={css.place}>{report.place}</span> : null}
        {report.blocked ? <StatusCell kind="warning">{t('blocked')}</StatusCell> : null}
        {dated && report.updated ? (
          <span className={css.place}>
            {t('last_update')}: <DataAgeCell age={report.updated} />
          </span>
        ) : null}
      </Link>
      <span className={css.buttons}>
        <Star title={report.title} favourite={report.favourite} onToggle={() => void setFavourite(report.id, !report.favourite)} />
        {report.added === undefined ? null : <CardMenu report={report} />}
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
