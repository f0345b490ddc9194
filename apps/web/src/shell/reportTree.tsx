import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { GroupIcon } from '#ui/icons.tsx';
import css from './menu.module.css';
import { useViewer } from './viewer.ts';

type Group = Answer<typeof menu>[number];
type Report = Group['reports'][number];

function Reports({ reports, onFollow }: { reports: readonly Report[]; onFollow?: (() => void) | undefined }) {
  return reports.map((report) => (
    <li key={report.id}>
      <Link
        to={`/${report.id}/reports/view`}
        className={css.report}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        onClick={onFollow}
      >
        {report.title}
      </Link>
    </li>
  ));
}

function Branch({ group, linked, onFollow }: { group: Group; linked: boolean; onFollow?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const within = [...group.reports, ...group.subgroups.flatMap(({ reports }) => reports)].some(({ id }) => pathname.startsWith(`/${id}/`));
  const [open, setOpen] = useState(within);
  return (
    <li>
      <div className={css.branch}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-label={t(open ? 'collapse_group' : 'expand_group', { name: group.name })}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={14} aria-hidden="true" />
        </button>
        {linked ? (
          <Link
            to={`/${group.id}/reports`}
            className={css.branchName}
            activeProps={{ 'data-active': true, 'aria-current': 'page' }}
            onClick={onFollow}
          >
            <GroupIcon name={group.icon} size={16} />
            <span>{group.name}</span>
          </Link>
        ) : (
          <button type="button" className={css.branchName} tabIndex={-1} onClick={() => setOpen(!open)}>
            <GroupIcon name={group.icon} size={16} />
            <span>{group.name}</span>
          </button>
        )}
      </div>
      {open ? (
        <ul className={css.leaves}>
          {group.subgroups.map((subgroup) => (
            <li key={subgroup.id}>
              <p className={css.subgroup}>{subgroup.name}</p>
              <ul>
                <Reports reports={subgroup.reports} onFollow={onFollow} />
              </ul>
            </li>
          ))}
          <Reports reports={group.reports} onFollow={onFollow} />
        </ul>
      ) : null}
    </li>
  );
}

/** The room of as many groups as there were the last time, so that the menu below does not move. */
const TreeSkeleton = ({ count }: { count: number }) => (
  <ul className={css.tree} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <li key={index} className={css.branchPlace} />
    ))}
  </ul>
);

/** Report groups, their subgroups and reports, as far as the person may see them. */
export function ReportTree({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('shell');
  const viewer = useViewer();
  const readable = verdictOn('report_view', viewer) === 'open';
  const linked = verdictOn('report_group', viewer) === 'open';
  // The screen is drawn first, what hangs in the menu after it.
  const data = useDeferredValue(useEndpoint(menu, {}, { enabled: readable }).data);
  const count = data?.length;
  useEffect(() => {
    if (count !== undefined && count !== storage.read('bi:view')?.report_groups) rememberView({ report_groups: count });
  }, [count]);
  const [expected] = useState(() => storage.read('bi:view')?.report_groups ?? 0);
  if (readable && count === undefined && expected > 0) return <TreeSkeleton count={expected} />;
  if (!readable || !data || data.length === 0) return null;
  return (
    <ul className={css.tree} aria-label={t('reports_tree')}>
      {data.map((group) => (
        <Branch key={group.id} group={group} linked={linked} onFollow={onFollow} />
      ))}
    </ul>
  );
}
