import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { GroupSettings } from './groupSettings.tsx';

/** A new group, beside the list; one that is there already has a page. */
export function NewGroupPanel({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('userGroups');
  return (
    <SidePanel title={t('add')} size={560} onClose={onClose}>
      <GroupSettings group={null} onSaved={onSaved} onClose={onClose} />
    </SidePanel>
  );
}
