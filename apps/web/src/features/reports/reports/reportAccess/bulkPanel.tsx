import { permissions } from '#endpoints/access/permissions.ts';
import { list, why } from '#endpoints/access/reportAccess.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { BulkAddition } from './bulkAddition.tsx';
import { BulkRemoval } from './bulkRemoval.tsx';

type Props = { mode: 'add' | 'remove'; reportIds: readonly string[]; onDone: () => void; onClose: () => void };

/** Many reports for many people and groups at once. */
export function BulkPanel({ mode, reportIds, onDone, onClose }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  const changed = async () => {
    await stale(list, why, permissions);
    onDone();
  };
  const saved = async () => {
    await changed();
    onClose();
  };
  return (
    <SidePanel title={t(mode === 'add' ? 'bulk_add' : 'bulk_remove')} size={mode === 'add' ? 560 : undefined} onClose={onClose}>
      {mode === 'add' ? (
        <BulkAddition reportIds={reportIds} onSaved={saved} onChanged={changed} onClose={onClose} />
      ) : (
        <BulkRemoval reportIds={reportIds} onSaved={saved} onClose={onClose} />
      )}
    </SidePanel>
  );
}
