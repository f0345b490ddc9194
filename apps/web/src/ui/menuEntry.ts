import type { ReactNode } from 'react';

export type MenuEntry =
  | {
      label: string;
      /** One line below the label. */
      text?: string;
      run: () => void;
      icon?: ReactNode;
      detail?: ReactNode;
      chosen?: boolean;
      danger?: boolean;
      disabled?: boolean;
    }
  | { heading: string }
  | 'divider';

export type MenuPopupProps = {
  /** Accessible name of the menu. */
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
  width?: number;
  align?: 'start' | 'end';
  /** With this, a box narrows the entries; its text is the placeholder. */
  searchLabel?: string;
};
