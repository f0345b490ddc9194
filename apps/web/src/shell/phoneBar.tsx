import { IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { menuOf } from '#platform/access.ts';
import { MenuIcon } from '#ui/icons.tsx';
import css from './phoneBar.module.css';
import { useScreenTitle } from './screenTitle.ts';
import { useViewer } from './viewer.ts';

const places = 4;

/** At the bottom of a phone: the first screens of the menu, and the rest behind *Menu*. */
export function PhoneBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('shell');
  const title = useScreenTitle();
  const { pathname } = useLocation();
  return (
    <nav className={css.bar} data-surface="card" aria-label={t('menu')}>
      {menuOf(useViewer())
        .slice(0, places)
        .map(({ name, path, icon }) => (
          <Link key={name} to={path} className={css.place} aria-current={pathname === path ? 'page' : undefined}>
            <MenuIcon name={icon} size={20} />
            <span>{title(name)}</span>
          </Link>
        ))}
      <button type="button" className={css.place} onClick={onMenu} aria-haspopup="dialog" data-tour="menu">
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        <span>{t('menu')}</span>
      </button>
    </nav>
  );
}
