import { Link } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { menu } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupIcon } from '#ui/icons.tsx';
import type { Layout } from './reportCard.tsx';
import { ReportCards } from './reportCard.tsx';
import css from './sections.module.css';

export type Group = Answer<typeof menu>[number];

export const reportsOf = (group: Group) => {
  const { icon } = group;
  return [
    ...group.subgroups.flatMap((subgroup) => subgroup.reports.map((report) => ({ ...report, icon, place: subgroup.name }))),
    ...group.reports.map((report) => ({ ...report, icon })),
  ];
};

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

/** A group on the start page: its first reports, and a link to the rest. */
export function GroupPreview({ group, most, layout }: { group: Group; most: number; layout: Layout }) {
  const { t } = useTranslation('reportReading');
  const reports = reportsOf(group);
  const path = `/${group.id}/reports`;
  return (
    <Section
      icon={<GroupIcon name={group.icon} />}
      title={<Link to={path}>{group.name}</Link>}
      aside={
        reports.length > most ? (
          <Link to={path} className={css.all}>
            {t('see_all', { total: reports.length })}
          </Link>
        ) : null
      }
    >
      <ReportCards reports={reports.slice(0, most)} layout={layout} />
    </Section>
  );
}

/** Grey tiles where the reports will stand. */
export function SectionsSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
