import { Button } from '@mantine/core';
import { IconHistory, IconReportAnalytics, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Home, ReportCard } from '@vitrine/contract/reading/home.ts';
import { home, overview as overviewEndpoint, unitsOverview } from '#endpoints/reading/home.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { mine as maintenance } from '#endpoints/reports/reportMaintenance.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { useViewer } from '#shell/viewer.ts';
import { WhomToAsk } from '#shell/whomToAsk.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Attention } from './attention.tsx';
import { EntryPage } from './startPage.tsx';
import { Favourites } from './favouriteShelf.tsx';
import { LayoutChoice, useLayout } from './layoutChoice.tsx';
import { Figures, Waiting } from './overview.tsx';
import { PartnerUnits } from './partnerUnits.tsx';
import { partOfDay } from './partOfDay.ts';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import type { Group } from './sections.tsx';
import { GroupPreview, mostOfGroup, reportsOf, Section, SectionsSkeleton } from './sections.tsx';
import { WithThumbnails } from './thumbnails.tsx';
import { useWarmUp } from './useWarmUp.ts';

function Nothing() {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const icon = <IconReportAnalytics size={32} stroke={1.4} />;
  if (viewer.role === 'user' || verdictOn('management_report', viewer) !== 'open') {
    return (
      <EmptyState icon={icon} title={t('nothing_title')} text={t('nothing_text')}>
        <WhomToAsk />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={t('nothing_manager_title')}
      text={t('nothing_manager_text')}
      action={
        <Button component={Link} to="/management/report">
          {t('register')}
        </Button>
      }
    />
  );
}

const sectionIcon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const placed = (cards: readonly ReportCard[]) => cards.map((card) => ({ ...card, place: card.group_name }));

/** Favourites, what was read last and what is new; then by group what stands in none of them. */
function Shelves({ shelves, groups, layout }: { shelves: Home; groups: readonly Group[]; layout: Layout }) {
  const { t } = useTranslation('reportReading');
  const { favourites, recents, latest } = shelves;
  const chosen = [...favourites, ...recents, ...latest];
  const above = new Set(chosen.map(({ id }) => id));
  const left = groups.map((group) => ({ group, reports: reportsOf(group).filter(({ id }) => !above.has(id)) }));
  const shown = [...chosen, ...left.flatMap(({ reports }) => reports.slice(0, mostOfGroup))];
  return (
    <WithThumbnails reports={shown} make>
      <Favourites reports={favourites} layout={layout} />
      {recents.length > 0 ? (
        <Section icon={<IconHistory {...sectionIcon} />} title={t('home_recents')}>
          <ReportCards layout={layout} reports={placed(recents)} />
        </Section>
      ) : null}
      {latest.length > 0 ? (
        <Section icon={<IconSparkles {...sectionIcon} />} title={t('home_latest')}>
          <ReportCards layout={layout} reports={placed(latest)} />
        </Section>
      ) : null}
      {left.map(({ group, reports }) => (
        <GroupPreview key={group.id} group={group} reports={reports} layout={layout} />
      ))}
    </WithThumbnails>
  );
}

const PlatformHome = onDemand(async () => (await import('./platformHome.tsx')).PlatformHome);

/** `/`: for the operator the platform, for everybody else the unit. */
export function Dashboard() {
  return useViewer().role === 'operator' ? (
    <Suspense fallback={null}>
      <PlatformHome />
    </Suspense>
  ) : (
    <UnitHome />
  );
}

/** Urgent matters, for those who manage how the unit is doing, then every report once: favourites, recent, new, and the others by group. */
function UnitHome() {
  const { t } = useTranslation('reportReading');
  const user = useUser();
  const [greeting] = useState(() => partOfDay(new Date()));
  const [layout, setLayout] = useLayout('report_layout');
  const groups = useEndpoint(menu, {});
  const shelves = useEndpoint(home, {});
  const windows = useEndpoint(maintenance, {});
  const { role } = useViewer();
  const overview = useEndpoint(overviewEndpoint, {}, { enabled: role !== 'user' });
  const units = useEndpoint(unitsOverview, {}, { enabled: role === 'partner' });
  const filled = groups.data !== undefined && groups.data.length > 0;
  useWarmUp(filled);

  const error = (groups.data ? null : groups.error) ?? (shelves.data ? null : shelves.error);
  const retry = () => void Promise.all([groups.refetch(), shelves.refetch()]);
  // Everything is drawn at once, so that nothing moves what is below it.
  const ready = groups.data && shelves.data && ![windows, overview, units].some(({ isLoading }) => isLoading);
  const [firstName = ''] = user?.name.split(' ') ?? [];
  return (
    <>
      <PageHeader title={t(greeting, { name: firstName })}>
        <EntryPage groups={groups.data ?? []} />
        <LayoutChoice layout={layout} onChoose={setLayout} />
      </PageHeader>
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {!ready && !error ? <SectionsSkeleton layout={layout} /> : null}
      {ready ? <Attention windows={windows.data?.data ?? []} /> : null}
      {ready && overview.data ? (
        <>
          <Figures overview={overview.data} />
          <Waiting waiting={overview.data.waiting} />
        </>
      ) : null}
      {ready && units.data ? <PartnerUnits units={units.data.data} total={units.data.total} /> : null}
      {ready && !filled ? <Nothing /> : null}
      {ready && filled ? <Shelves shelves={shelves.data} groups={groups.data} layout={layout} /> : null}
    </>
  );
}
