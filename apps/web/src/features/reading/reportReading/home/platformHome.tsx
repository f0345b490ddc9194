import { platformOverview } from '#endpoints/reading/home.ts';
import type { PlatformOverview } from '@vitrine/contract/reading/home.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { FigureCards, useChange } from './figures.tsx';
import { Waiting } from './overview.tsx';
import css from './overview.module.css';
import { partOfDay } from './partOfDay.ts';

function PlatformFigures({ overview }: { overview: PlatformOverview }) {
  const { t } = useTranslation('reportReading');
  const { partners, units, seats, views } = overview;
  const { trial, active, suspended } = units;
  const states = [
    t('platform_active', { count: active }),
    ...(trial > 0 ? [t('platform_trial', { count: trial })] : []),
    ...(suspended > 0 ? [t('platform_suspended', { count: suspended })] : []),
  ];
  const to = '/partners';
  return (
    <FigureCards
      figures={[
        { key: 'partners', label: t('platform_partners'), value: partners, text: t('platform_partners_text'), to },
        { key: 'units', label: t('platform_units'), value: trial + active + suspended, text: states.join(' · '), to },
        {
          key: 'seats',
          label: t('figure_seats'),
          value: seats.used,
          text: t('platform_seats_text', { limit: formatNumber(seats.limit) }),
          to,
        },
        { key: 'views', label: t('figure_views'), value: views, text: useChange(overview), to: '/analyze', search: { period: '7' } },
      ]}
    />
  );
}

/** `/` of the operator: the platform in four figures, and in one card what waits. */
export function PlatformHome() {
  const { t } = useTranslation('reportReading');
  const user = useUser();
  const [greeting] = useState(() => partOfDay(new Date()));
  const { data, error, refetch } = useEndpoint(platformOverview, {});
  const [firstName = ''] = user?.name.split(' ') ?? [];
  return (
    <>
      <PageHeader title={t(greeting, { name: firstName })} description={t('platform_text')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <div className={css.awaited} aria-busy="true" /> : null}
      {data ? <PlatformFigures overview={data} /> : null}
      {data ? <Waiting waiting={data.waiting} /> : null}
      {data?.waiting.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={32} stroke={1.4} />} title={t('platform_calm')} text={t('platform_calm_text')} />
      ) : null}
    </>
  );
}
