import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { Menu } from './menu.tsx';

/** The whole menu on a phone. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <SidePanel title={t('menu')} side="left" size={300} onClose={onClose}>
      <Menu onFollow={onClose} />
    </SidePanel>
  );
}
