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

function Entry({
  name,
  path,
  icon,
  collapsed,
  onFollow,
}: {
  name: ScreenName;
  path: string;
  icon: string | undefined;
  collapsed: boolean;
  onFollow?: (() => void) | undefined;
}) {
  const title = useScreenTitle();
  const { pathname } = useLocation();
  const active = path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
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
                <Entry name={entry.name} path={entry.path} icon={entry.icon} collapsed={collapsed} onFollow={onFollow} />
                {entry.name === 'all_reports' && !collapsed ? <ReportTree {...(onFollow ? { onFollow } : {})} /> : null}
              </div>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
