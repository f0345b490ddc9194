import { Button } from '@mantine/core';
import { IconReportAnalytics, IconStar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '../../core/access.ts';
import { useEndpoint } from '../../core/query.ts';
import { useUser } from '../../core/session.ts';
import { useViewer } from '../../core/shell/viewer.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../core/ui/States.tsx';
import { partOfDay } from './partOfDay.ts';
import { ReportCards } from './reportCard.tsx';
import { GroupPreview, reportsOf, Section, SectionsSkeleton } from './sections.tsx';
import css from './sections.module.css';
import { useWarmUp } from './useWarmUp.ts';

/** On the first page a group shows this many; the rest is one click away. */
const mostOfGroup = 8;

function Nothing() {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const icon = <IconReportAnalytics size={32} stroke={1.4} />;
  if (verdictOn('management_report', viewer) !== 'open') {
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

/** `/`: what one has starred, and everything else by groups. */
export function Dashboard() {
  const { t } = useTranslation('reportReading');
  const user = useUser();
  const [greeting] = useState(() => partOfDay(new Date()));
  const { data: groups, error, refetch } = useEndpoint(menu, {});
  useWarmUp(groups !== undefined && groups.length > 0);

  const favourites = groups?.flatMap(reportsOf).filter(({ favourite }) => favourite) ?? [];
  const [firstName = ''] = user?.nome_usuario.split(' ') ?? [];
  return (
    <>
      <PageHeader title={t(greeting, { name: firstName })} />
      {error && !groups ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!groups && !error ? <SectionsSkeleton /> : null}
      {groups?.length === 0 ? <Nothing /> : null}
      {groups && groups.length > 0 ? (
        <>
          <Section icon={<IconStar size={18} stroke={1.6} aria-hidden="true" />} title={t('favourites')}>
            {favourites.length > 0 ? <ReportCards reports={favourites} /> : <p className={css.hint}>{t('favourites_hint')}</p>}
          </Section>
          {groups.map((group) => (
            <GroupPreview key={group.id} group={group} most={mostOfGroup} />
          ))}
        </>
      ) : null}
    </>
  );
}
