import { Link } from '@tanstack/react-router';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { GroupIcon } from '#ui/icons.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './rows.module.css';

/** What a reader may read, by group and subgroup. */
export function MyGroups() {
  const { t } = useTranslation('reportGroups');
  const { data: groups, error, refetch } = useEndpoint(menu, {});
  const rows = (groups ?? []).flatMap((group) => [
    {
      key: group.id,
      to: `/${group.id}/reports`,
      name: group.name,
      icon: group.icon,
      count: group.reports.length + group.subgroups.reduce((sum, { reports }) => sum + reports.length, 0),
      within: false,
    },
    ...group.subgroups.map(({ id, name, icon, reports }) => ({
      key: id,
      to: `/${group.id}/reports`,
      name,
      icon,
      count: reports.length,
      within: true,
    })),
  ]);
  return (
    <>
      <PageHeader title={t('title')} description={t('my_description')} />
      {error && !groups ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {groups?.length === 0 ? <EmptyState title={t('my_empty_title')} text={t('my_empty_text')} /> : null}
      <ul className={css.mine}>
        {rows.map(({ key, to, name, icon, count, within }) => (
          <li key={key} data-within={within || undefined}>
            <Link to={to} className={css.item}>
              <GroupIcon name={icon} />
              <span className={css.name}>{name}</span>
              <span className={css.detail}>{t('reports', { count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
