import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from './menu.tsx';
import css from './menu.module.css';

/** 232 px, or a rail of icons. */
export function Sidebar({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const { t } = useTranslation('shell');
  const Drawn = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = collapsed ? t('expand_menu') : t('collapse_menu');
  return (
    <div className={css.sidebar}>
      <Menu collapsed={collapsed} />
      <button type="button" className={css.collapse} onClick={onCollapse} aria-label={label} title={label}>
        <Drawn size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}
