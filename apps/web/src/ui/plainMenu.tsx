import { useEffect, useRef } from 'react';
import type { MenuPopupProps } from './menuEntry.ts';
import { useEscape } from './useEscape.ts';
import css from './plainMenu.module.css';

/** What a menu does while the floating one cannot be loaded: everything, such as signing out, without its comforts. */
export function PlainMenu({ label, entries, onClose, align = 'end' }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEscape(onClose);
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      className={css.menu}
      data-align={align}
      data-surface="card"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      {entries.map((entry, index) => {
        // Entries are identified by position, because a label may occur twice.
        const key = `${index} ${typeof entry === 'object' && 'label' in entry ? entry.label : ''}`;
        if (entry === 'divider') return <div key={key} role="separator" className={css.divider} />;
        if ('heading' in entry) {
          return (
            <div key={key} role="presentation" className={css.heading}>
              {entry.heading}
            </div>
          );
        }
        return (
          <button
            key={key}
            type="button"
            role={entry.chosen === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={entry.chosen}
            disabled={entry.disabled}
            onClick={() => {
              onClose();
              entry.run();
            }}
          >
            {entry.label}
          </button>
        );
      })}
    </div>
  );
}
