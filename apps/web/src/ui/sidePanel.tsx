import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from './useEscape.ts';
import { useFocusBack } from './useFocusBack.ts';

/** A panel at the side for adding and editing beside the list. */
export function SidePanel({
  title,
  onClose,
  side = 'right',
  size = 480,
  children,
}: {
  title: string;
  onClose: () => void;
  side?: 'left' | 'right';
  size?: number;
  children: ReactNode;
}) {
  const { t } = useTranslation(['ui', 'common']);
  useFocusBack();
  useEscape(onClose);
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      position={side}
      size={size}
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.3 }}
      // Its `header` would count as a second banner of the page.
      attributes={{
        header: { role: 'none', ...(side === 'right' ? { 'data-above-toasts': 0 } : {}) },
        ...(side === 'right' ? { content: { 'data-beside-toasts': '' } } : {}),
      }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{
        title: { fontSize: 16, fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' },
        content: { background: 'var(--surface)', display: 'flex', flexDirection: 'column' },
        header: { background: 'var(--surface)' },
        body: { flex: 1, display: 'flex', flexDirection: 'column' },
      }}
    >
      {children}
    </Drawer>
  );
}
