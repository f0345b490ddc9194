import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from './useEscape.ts';
import { useFocusBack } from './useFocusBack.ts';

/**
 * A dialog in the middle of the page. `width` (docs/reference/specification.md 9): 20dvw for confirmations, 30dvw for the
 * welcome; never so narrow that its text does not fit.
 */
export function Dialog({
  title,
  width = '20dvw',
  onClose,
  children,
}: {
  title: string;
  width?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation(['ui', 'common']);
  useFocusBack();
  useEscape(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      size={`max(${width}, min(400px, calc(100vw - 32px)))`}
      centered
      radius="lg"
      transitionProps={{ duration: 100 }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      // Its `header` would count as a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{
        title: { fontSize: 16, fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' },
        content: { background: 'var(--surface)' },
        header: { background: 'var(--surface)' },
      }}
    >
      {children}
    </Modal>
  );
}
