import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { Receipt } from './receipt.tsx';

/** The receipt beside the list. */
export function ReceiptPanel({ access, onClose }: { access: RemoteAccess; onClose: () => void }) {
  const { t } = useTranslation('remoteAccess');
  return (
    <SidePanel title={t('receipt_title', { name: access.asker_name })} size={640} onClose={onClose}>
      <Receipt access={access} />
    </SidePanel>
  );
}
