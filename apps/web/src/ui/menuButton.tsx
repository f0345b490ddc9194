import type { MouseEvent, ReactNode } from 'react';
import { Suspense, useState } from 'react';
import type { MenuPopupProps } from './menuEntry.ts';
import { onDemand } from './onDemand.tsx';
import { PlainMenu } from './plainMenu.tsx';

// The floating menu is large, so it is loaded when a button is hovered or focused. A plain one stands in for it.
const MenuPopup = onDemand(async () => (await import('./menuPopup.tsx')).MenuPopup, { instead: PlainMenu });

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
  // A press that closes the open menu must not open it again by its click.
  const [pressedOpen, setPressedOpen] = useState(false);
  // Where it does not come now, it is asked for again when it is needed.
  const prefetch = () => void MenuPopup.load().catch(() => undefined);

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
