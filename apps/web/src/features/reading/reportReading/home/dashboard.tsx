import { Button } from '@mantine/core';
import { IconHistory, IconLayoutDashboard, IconReportAnalytics, IconSparkles, IconStar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Home, ReportCard } from '@vitrine/contract/reading/home.ts';
import { home, orderFavourites, orderHome } from '@vitrine/contract/reading/home.ts';
import { menu } from '@vitrine/contract/reading/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { useViewer } from '#shell/viewer.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Attention } from './attention.tsx';
import { OwnShelf } from './ownList.tsx';
import { StartPageMenu } from './startPage.tsx';
import { LayoutChoice, useLayout } from './layoutChoice.tsx';
import { partOfDay } from './partOfDay.ts';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import { GroupPreview, Section, SectionsSkeleton } from './sections.tsx';
import { useWarmUp } from './useWarmUp.ts';

/** On the first page a group shows this many; the rest is one click away. */
const mostOfGroup = 8;

function Nothing() {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const icon = <IconReportAnalytics size={32} stroke={1.4} />;
  if (viewer.role === 'user' || verdictOn('management_report', viewer) !== 'open') {
    return <EmptyState icon={icon} title={t('nothing_title')} text={t('nothing_text')} />;
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

/** Own reports and favourites first, then recent and new reports. */
function Shelves({ shelves, layout }: { shelves: Home; layout: Layout }) {
  const { t } = useTranslation('reportReading');
  const { added, favourites, recents, latest } = shelves;
  const at = <Card extends ReportCard>(cards: readonly Card[], when: (card: Card) => string) =>
    cards.map((card) => ({ ...card, icon: card.group_icon, place: <RelativeTimeCell value={when(card)} /> }));
  return (
    <>
      {added.length > 0 ? (
        <OwnShelf
          name="added"
          title={t('home_added')}
          icon={<IconLayoutDashboard {...sectionIcon} />}
          reports={added}
          layout={layout}
          order={orderHome}
          hint=""
        />
      ) : null}
      <OwnShelf
        name="favourites"
        title={t('favourites')}
        icon={<IconStar {...sectionIcon} />}
        reports={favourites}
        layout={layout}
        order={orderFavourites}
        hint={t('favourites_hint')}
      />
      {recents.length > 0 ? (
        <Section icon={<IconHistory {...sectionIcon} />} title={t('home_recents')}>
          <ReportCards layout={layout} reports={at(recents, ({ opened_at }) => opened_at)} />
        </Section>
      ) : null}
      {latest.length > 0 ? (
        <Section icon={<IconSparkles {...sectionIcon} />} title={t('home_latest')}>
          <ReportCards layout={layout} reports={at(latest, ({ created_at }) => created_at)} />
        </Section>
      ) : null}
    </>
  );
}

/** `/`: urgent matters, own and favourite reports, recent and new reports, then all reports by group. */
export function Dashboard() {
  const { t } = useTranslation('reportReading');
  const user = useUser();
  const [greeting] = useState(() => partOfDay(new Date()));
  const [layout, setLayout] = useLayout('report_layout');
  const groups = useEndpoint(menu, {});
  const shelves = useEndpoint(home, {});
  const filled = groups.data !== undefined && groups.data.length > 0;
  useWarmUp(filled);

  const error = (groups.data ? null : groups.error) ?? (shelves.data ? null : shelves.error);
  const retry = () => void Promise.all([groups.refetch(), shelves.refetch()]);
  const [firstName = ''] = user?.name.split(' ') ?? [];
  return (
    <>
      <PageHeader title={t(greeting, { name: firstName })}>
        {filled ? (
          <>
            <StartPageMenu />
            <LayoutChoice layout={layout} onChoose={setLayout} />
          </>
        ) : null}
      </PageHeader>
      <Attention />
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {(!groups.data || !shelves.data) && !error ? <SectionsSkeleton /> : null}
      {groups.data?.length === 0 ? <Nothing /> : null}
      {filled && shelves.data ? <Shelves shelves={shelves.data} layout={layout} /> : null}
      {filled && shelves.data
        ? groups.data.map((group) => <GroupPreview key={group.id} group={group} most={mostOfGroup} layout={layout} />)
        : null}
    </>
  );
}
