import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { groupCards } from '#endpoints/reading/home.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { LayoutChoice, useLayout } from './layoutChoice.tsx';
import { ReportCards } from './reportCard.tsx';
import type { Group } from './sections.tsx';
import { reportsOf, Section, SectionsSkeleton } from './sections.tsx';
import { WithThumbnails } from './thumbnails.tsx';
import { useWarmUp } from './useWarmUp.ts';

function GroupMissing() {
  const { t } = useTranslation('reportReading');
  return (
    <EmptyState
      title={t('group_missing_title')}
      text={t('group_missing_text')}
      action={
        <Button variant="default" component={Link} to="/all/reports">
          {t('to_all_reports')}
        </Button>
      }
    />
  );
}

function GroupReports({ group }: { group: Group }) {
  const { t } = useTranslation('reportReading');
  const [layout, setLayout] = useLayout('report_layout');
  // The page renders from the menu's data; details follow.
  const { data: cards } = useEndpoint(groupCards, { params: { id: group.id } });
  const marks = new Map(cards?.data.map((card) => [card.id, card]));
  const shown = (reports: Group['reports']) => (
    <ReportCards layout={layout} reports={reports.map((report) => ({ ...report, ...marks.get(report.id) }))} />
  );
  return (
    <WithThumbnails reports={reportsOf(group)}>
      <PageHeader title={group.name} description={t('report_count', { count: reportsOf(group).length })}>
        <LayoutChoice layout={layout} onChoose={setLayout} />
      </PageHeader>
      {group.subgroups.map((subgroup) => (
        <Section key={subgroup.id} title={subgroup.name}>
          {shown(subgroup.reports)}
        </Section>
      ))}
      {group.reports.length > 0 ? (
        <Section title={group.subgroups.length > 0 ? group.name : t('all_title')}>{shown(group.reports)}</Section>
      ) : null}
    </WithThumbnails>
  );
}

/** `/:id/reports`: one group, by its subgroups. */
export function GroupPage() {
  const { id }: { id?: string } = useParams({ strict: false });
  const { data: groups, error, refetch } = useEndpoint(menu, {});
  const group = groups?.find((one) => one.id === id);
  useWarmUp(group !== undefined);

  if (error && !groups) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!groups) return <SectionsSkeleton />;
  return group ? <GroupReports group={group} /> : <GroupMissing />;
}
