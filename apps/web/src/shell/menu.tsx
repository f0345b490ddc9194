import { Link, useLocation } from '@tanstack/react-router';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import { menuOf } from '#platform/access.ts';
import { MenuIcon } from '#ui/icons.tsx';
import css from './menu.module.css';
import { ReportTree } from './reportTree.tsx';
import { useScreenTitle } from './screenTitle.ts';
import { useViewer } from './viewer.ts';

const groups = ['content', 'management', 'configuration'] as const;

/** The entry that an address belongs to: of two that hold it, the one that says more of it. */
const currentOf = (paths: readonly string[], pathname: string): string | undefined =>
  paths.filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))).toSorted((a, b) => b.length - a.length)[0];

function Entry({
  name,
  path,
  icon,
  active,
  collapsed,
  onFollow,
}: {
  name: ScreenName;
  path: string;
  icon: string | undefined;
  active: boolean;
  collapsed: boolean;
  onFollow?: (() => void) | undefined;
}) {
  const title = useScreenTitle();
  return (
    <Link
      to={path}
      className={css.entry}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      title={collapsed ? title(name) : undefined}
      onClick={onFollow}
    >
      <MenuIcon name={icon} />
      <span className={css.label}>{title(name)}</span>
    </Link>
  );
}

/** The screens of the person in three groups, from the table of screens; the report groups hang under *Relatórios*. */
export function Menu({ collapsed = false, onFollow }: { collapsed?: boolean; onFollow?: () => void }) {
  const { t } = useTranslation('shell');
  const entries = menuOf(useViewer());
  const { pathname } = useLocation();
  const current = currentOf(
    entries.map(({ path }) => path),
    pathname,
  );
  return (
    <nav className={css.menu} aria-label={t('main_menu')} data-collapsed={collapsed || undefined}>
      {groups.map((group) => {
        const members = entries.filter((entry) => entry.group === group);
        if (members.length === 0) return null;
        return (
          <div key={group} className={css.group} role="group" aria-label={t(`group_${group}`)}>
            <p className={css.heading} aria-hidden="true">
              {t(`group_${group}`)}
            </p>
            {members.map((entry) => (
              <div key={entry.name}>
                <Entry
                  name={entry.name}
                  path={entry.path}
                  icon={entry.icon}
                  active={entry.path === current}
                  collapsed={collapsed}
                  onFollow={onFollow}
                />
                {entry.name === 'all_reports' && !collapsed ? <ReportTree {...(onFollow ? { onFollow } : {})} /> : null}
              </div>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
