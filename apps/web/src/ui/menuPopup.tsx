import { Popover } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { plain } from '#platform/formats.ts';
import type { MenuEntry, MenuPopupProps } from './menuEntry.ts';
import { useEscape } from './useEscape.ts';
import css from './menuPopup.module.css';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count - 1 : index - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrows walk over the entries, also out of the search box. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]:not(:disabled)')];
  const typing = event.target instanceof HTMLInputElement && (event.key === 'Home' || event.key === 'End');
  if (!step || items.length === 0 || typing) return;
  event.preventDefault();
  items[
    step(
      items.findIndex((item) => item === document.activeElement),
      items.length,
    )
  ]?.focus();
}

type Item = Extract<MenuEntry, { label: string }>;

function Entry({ item, first, onChoose }: { item: Item; first: boolean; onChoose: (item: Item) => void }) {
  const choice = item.chosen !== undefined;
  return (
    <button
      type="button"
      role={choice ? 'menuitemradio' : 'menuitem'}
      aria-checked={choice ? item.chosen : undefined}
      aria-description={item.text}
      className={css.entry}
      data-entry
      data-danger={item.danger || undefined}
      data-autofocus={first || undefined}
      tabIndex={-1}
      disabled={item.disabled}
      onClick={() => onChoose(item)}
    >
      {item.icon}
      <span className={css.label}>
        {item.label}
        {item.text ? (
          <span className={css.text} aria-hidden="true">
            {item.text}
          </span>
        ) : null}
      </span>
      {item.chosen ? <IconCheck size={16} aria-hidden="true" /> : item.detail}
    </button>
  );
}

/** The floating half of `MenuButton`, loaded when it is first needed. */
export function MenuPopup({ label, entries, onClose, width, align = 'end', searchLabel }: MenuPopupProps) {
  const [words, setWords] = useState('');
  useEscape(onClose);
  const wanted = plain(words.trim());
  const shown = wanted
    ? entries.filter((entry) => typeof entry === 'object' && 'label' in entry && plain(entry.label).includes(wanted))
    : entries;
  const firstItem = shown.find((entry) => typeof entry === 'object' && 'label' in entry);
  const choose = (item: Item) => {
    onClose();
    item.run();
  };
  const listen = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
    } else walk(event);
  };
  return (
    <Popover
      opened
      // An opened menu covers toasts.
      zIndex={1001}
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      width={width ?? 'max-content'}
      shadow="md"
      offset={4}
      transitionProps={{ duration: 80 }}
      withRoles={false}
      trapFocus
      closeOnEscape={false}
      returnFocus={false}
    >
      <Popover.Target>
        <span aria-hidden="true" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown ?? ''} onKeyDown={listen}>
        {searchLabel ? (
          <input
            className={css.search}
            placeholder={searchLabel}
            aria-label={searchLabel}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        <div role="menu" aria-label={label}>
          {shown.map((entry, index) => {
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
            return <Entry key={key} item={entry} first={!searchLabel && entry === firstItem} onChoose={choose} />;
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
