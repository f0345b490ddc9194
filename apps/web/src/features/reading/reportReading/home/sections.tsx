import { Link } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { menu } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupIcon } from '#ui/icons.tsx';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import cards from './reportCard.module.css';
import css from './sections.module.css';

export type Group = Answer<typeof menu>[number];

/** On the first page a group shows this many; the rest is one click away. */
export const mostOfGroup = 8;

export const reportsOf = (group: Group): (Group['reports'][number] & { place?: string })[] => [
  ...group.subgroups.flatMap((subgroup) => subgroup.reports.map((report) => ({ ...report, place: subgroup.name }))),
  ...group.reports,
];

export function Section({ title, icon, aside, children }: { title: ReactNode; icon?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section}>
      <header className={css.header}>
        <h2>
          {icon}
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

type Previewed = { group: Group; reports: ReturnType<typeof reportsOf>; layout: Layout };

/** A group on the start page: the first of these reports, and a link to all; nothing where they all stand elsewhere. */
export function GroupPreview({ group, reports, layout }: Previewed) {
  const { t } = useTranslation('reportReading');
  if (reports.length === 0) return null;
  const path = `/${group.id}/reports`;
  return (
    <Section
      icon={<GroupIcon name={group.icon} />}
      title={<Link to={path}>{group.name}</Link>}
      aside={
        reports.length > mostOfGroup ? (
          <Link to={path} className={css.all}>
            {t('see_all', { total: reportsOf(group).length })}
          </Link>
        ) : null
      }
    >
      <ReportCards reports={reports.slice(0, mostOfGroup)} layout={layout} />
    </Section>
  );
}

/** A grey heading and grey tiles or rows where the reports will stand. */
export function SectionsSkeleton({ layout = 'covers' }: { layout?: Layout }) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <span className={css.heading} />
      <ul className={cards.cards} data-layout={layout}>
        {Array.from({ length: 8 }, (_, index) => (
          <li key={index} className={cards.card}>
            <span className={css.picture} />
            <span className={css.lines} />
          </li>
        ))}
      </ul>
    </div>
  );
}
