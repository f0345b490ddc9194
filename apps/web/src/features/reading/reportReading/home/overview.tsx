import { IconClipboardCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { HomeOverview } from '@vitrine/contract/reading/home.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { formatNumber } from '#platform/formats.ts';
import { useViewer } from '#shell/viewer.ts';
import { FigureCards, useChange } from './figures.tsx';
import css from './overview.module.css';
import { Section } from './sections.tsx';
import { waitingPlaces } from './waitingPlaces.ts';

/** Four figures of the unit; each leads to its rows. */
export function Figures({ overview }: { overview: HomeOverview }) {
  const { t } = useTranslation('reportReading');
  const { readers, views, seats, stale_reports } = overview;
  const seatsText = t('figure_seats_text', { limit: formatNumber(seats.limit) });
  const reports = '/management/report';
  const week = { view: 'usage', period: '7' };
  return (
    <FigureCards
      figures={[
        {
          key: 'readers',
          label: t('figure_readers'),
          value: readers,
          text: t('figure_readers_text'),
          to: '/user',
          search: { reads: 'week' },
        },
        { key: 'views', label: t('figure_views'), value: views, text: useChange(overview), to: reports, search: week },
        { key: 'seats', label: t('figure_seats'), value: seats.used, text: seatsText, to: '/user', search: { licence: 'used' } },
        {
          key: 'stale',
          label: t('figure_stale'),
          value: stale_reports,
          text: t('figure_stale_text'),
          to: reports,
          search: { data: 'stale' },
        },
      ]}
    />
  );
}

/** What waits for somebody, in one card; nothing where nothing waits. */
export function Waiting({ waiting }: Pick<HomeOverview, 'waiting'>) {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const open = waiting.map((one) => ({ ...one, ...waitingPlaces[one.kind] })).filter(({ screen }) => verdictOn(screen, viewer) === 'open');
  if (open.length === 0) return null;
  return (
    <Section icon={<IconClipboardCheck size={18} stroke={1.6} aria-hidden="true" />} title={t('waiting_title')}>
      <ul className={css.rows} data-surface="card">
        {open.map(({ kind, count, to, search = {} }) => (
          <li key={kind}>
            <Link to={to} search={search}>
              {t(`waiting_${kind}`, { count })}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
