import { IconClipboardCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { HomeOverview } from '@vitrine/contract/reading/home.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { formatNumber } from '#platform/formats.ts';
import { useViewer } from '#shell/viewer.ts';
import css from './overview.module.css';
import { Section } from './sections.tsx';

/** How the week compares with the one before, in words. */
function useChange({ views, views_before }: HomeOverview): string {
  const { t } = useTranslation('reportReading');
  if (views_before === 0) return t('figure_views_first');
  const percent = Math.round((views / views_before - 1) * 100);
  if (percent === 0) return t('figure_views_same');
  return t(percent > 0 ? 'figure_views_more' : 'figure_views_fewer', { percent: formatNumber(Math.abs(percent)) });
}

/** Four figures of the unit; each leads to its rows. */
export function Figures({ overview }: { overview: HomeOverview }) {
  const { t } = useTranslation('reportReading');
  const change = useChange(overview);
  const { readers, views, seats, stale_reports } = overview;
  const figures = [
    { key: 'readers', value: formatNumber(readers), text: t('figure_readers_text'), to: '/user', search: {} },
    { key: 'views', value: formatNumber(views), text: change, to: '/management/report', search: { view: 'usage' } },
    {
      key: 'seats',
      value: formatNumber(seats.used),
      text: t('figure_seats_text', { limit: formatNumber(seats.limit) }),
      to: '/user',
      search: {},
    },
    {
      key: 'stale',
      value: formatNumber(stale_reports),
      text: t('figure_stale_text'),
      to: '/management/report',
      search: { view: 'refreshes' },
    },
  ] as const;
  return (
    <ul className={css.figures}>
      {figures.map(({ key, value, text, to, search }) => (
        <li key={key} data-surface="card">
          <Link to={to} search={search}>
            <span className={css.label}>{t(`figure_${key}`)}</span>
            <strong>{value}</strong>
            <small>{text}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Place = { to: string; search?: Record<string, string>; screen: ScreenName };

const placeOf = ({ kind, report_id }: HomeOverview['waiting'][number]): Place => {
  const places: Record<typeof kind, Place> = {
    registrations: { to: '/registrations', screen: 'registrations' },
    access_requests: { to: '/catalogs', screen: 'catalogs' },
    privacy_requests: { to: '/privacy', screen: 'privacy' },
    problems: { to: `/management/report/${report_id}`, search: { tab: 'use' }, screen: 'management_report' },
  };
  return places[kind];
};

/** What waits for those who administer the unit, in one card; nothing where nothing waits. */
export function Waiting({ waiting }: Pick<HomeOverview, 'waiting'>) {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const open = waiting.map((one) => ({ ...one, ...placeOf(one) })).filter(({ screen }) => verdictOn(screen, viewer) === 'open');
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
