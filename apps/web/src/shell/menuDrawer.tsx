import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { openHelp } from './help/helpState.ts';
import { Menu } from './menu.tsx';
import css from './menu.module.css';

/** The whole menu on a phone. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <SidePanel title={t('menu')} side="left" size={300} onClose={onClose}>
      <Menu onFollow={onClose} />
      <button
        type="button"
        className={css.entry}
        onClick={() => {
          onClose();
          openHelp.set({ kind: 'panel' });
        }}
      >
        <IconHelpCircle size={18} stroke={1.6} aria-hidden="true" />
        <span className={css.label}>{t('help')}</span>
      </button>
    </SidePanel>
  );
}
