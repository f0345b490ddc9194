import { Button } from '@mantine/core';
import { IconHistory, IconLayoutDashboard, IconReportAnalytics, IconSparkles, IconStar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Home, ReportCard } from '@vitrine/contract/features/finding.ts';
import { home, orderFavourites, orderHome } from '@vitrine/contract/features/finding.ts';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '../../core/access.ts';
import { useEndpoint } from '../../core/query.ts';
import { useUser } from '../../core/session.ts';
import { useViewer } from '../../core/shell/viewer.ts';
import { RelativeTimeCell } from '../../core/ui/cells.tsx';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../core/ui/States.tsx';
import { Attention } from './attention.tsx';
import { OwnShelf } from './ownShelf.tsx';
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

/** What the person chose comes first, then what was opened last and what is new. */
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

/** `/`: what needs attention, what one has chosen, where one was, what is new, and everything else by groups. */
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
  const [firstName = ''] = user?.nome_usuario.split(' ') ?? [];
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
