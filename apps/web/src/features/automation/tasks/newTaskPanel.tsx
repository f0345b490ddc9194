import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { TaskForm } from './taskForm.tsx';

/** A new task, beside the list; one that is there already has a page. */
export function NewTaskPanel({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('tasks');
  return (
    <SidePanel title={t('add')} size={720} onClose={onClose}>
      <TaskForm task={null} onSaved={onSaved} onClose={onClose} />
    </SidePanel>
  );
}
