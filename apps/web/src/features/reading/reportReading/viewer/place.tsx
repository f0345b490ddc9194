import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import css from './bar.module.css';
import type { Origin } from './reportSession.ts';

type Shelf = { title: string; group: { id: string; name: string }; subgroup: string | null };

/** Where the report stands in the menu; known before the report has been opened. */
function useShelf(id: string): Shelf | null {
  const { data } = useEndpoint(menu, {});
  for (const group of data ?? []) {
    const own = group.reports.find((report) => report.id === id);
    if (own) return { title: own.title, group, subgroup: null };
    for (const subgroup of group.subgroups) {
      const report = subgroup.reports.find((one) => one.id === id);
      if (report) return { title: report.title, group, subgroup: subgroup.name };
    }
  }
  return null;
}

type Props = {
  id: string;
  /** Null while the report is being opened. */
  title: string | null;
  /** Said instead while no title is known. */
  waiting: string;
  origin: Origin;
  /** A unit may hide the names of its reports, which stay the heading of the page. */
  named: boolean;
  certified?: boolean;
};

/** Group › subgroup › report: where somebody is. The last one is the heading of the page. */
export function Place({ id, title, waiting, origin, named, certified = false }: Props) {
  const { t } = useTranslation('reportReading');
  const shelf = useShelf(id);
  const linked = verdictOn('report_group', useViewer()) === 'open';
  const shown = title ?? shelf?.title;
  return (
    <div className={css.place}>
      {shelf && origin === 'viewer' ? (
        <nav aria-label={t('place')} className={css.above}>
          {linked ? <Link to={`/${shelf.group.id}/reports`}>{shelf.group.name}</Link> : <span>{shelf.group.name}</span>}
          <IconChevronRight size={14} aria-hidden="true" />
          {shelf.subgroup === null ? null : (
            <>
              <span>{shelf.subgroup}</span>
              <IconChevronRight size={14} aria-hidden="true" />
            </>
          )}
        </nav>
      ) : null}
      <h1 className={shown !== undefined && named ? css.title : 'visually-hidden'} title={shown}>
        {shown ?? waiting}
      </h1>
      {certified ? <CertifiedMark /> : null}
    </div>
  );
}
