import type { MouseEvent, ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';

export type MenuEntry =
  | { label: string; run: () => void; icon?: ReactNode; detail?: ReactNode; chosen?: boolean; danger?: boolean; disabled?: boolean }
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

// The floating menu weighs more than all the buttons of a page together: it comes when somebody reaches for one.
const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

type Target = {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onPointerDown: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
};

/**
 * A button that opens a menu; the menu is data. `renderTarget` draws the button with the given props:
 * `<MenuButton label="…" entries={…} renderTarget={(props) => <ActionIcon {...props} aria-label="…">…</ActionIcon>} />`
 */
export function MenuButton({ renderTarget, ...popup }: Omit<MenuPopupProps, 'onClose'> & { renderTarget: (props: Target) => ReactNode }) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  // The press that closes the open menu must not open it again with its click.
  const [pressedOpen, setPressedOpen] = useState(false);
  const prefetch = () => void load();

  const close = () => {
    setOpener(null);
    opener?.focus();
  };
  return (
    <span style={{ position: 'relative', display: 'inline-flex', minWidth: 0 }}>
      {renderTarget({
        onClick: (event) => {
          setOpener(opener || pressedOpen ? null : event.currentTarget);
          setPressedOpen(false);
        },
        onPointerDown: () => setPressedOpen(opener !== null),
        onPointerEnter: prefetch,
        onFocus: prefetch,
        'aria-haspopup': 'menu',
        'aria-expanded': opener !== null,
      })}
      {opener ? (
        <Suspense fallback={null}>
          <MenuPopup {...popup} onClose={close} />
        </Suspense>
      ) : null}
    </span>
  );
}
