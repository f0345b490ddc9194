import { Menu, TextInput } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { plain } from '../formats.ts';
import type { MenuPopupProps } from './MenuButton.tsx';

/** The floating half of `MenuButton`, loaded when it is first needed. */
export function MenuPopup({ label, entries, onClose, width, align = 'end', searchLabel }: MenuPopupProps) {
  const [words, setWords] = useState('');
  const wanted = plain(words.trim());
  const shown = wanted
    ? entries.filter((entry) => typeof entry === 'object' && 'label' in entry && plain(entry.label).includes(wanted))
    : entries;
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      {...(width ? { width } : {})}
      transitionProps={{ duration: 80 }}
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <span aria-hidden="true" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown data-surface="card" aria-label={label} aria-labelledby={undefined} mah="70vh" style={{ overflowY: 'auto' }}>
        {searchLabel ? (
          <TextInput
            size="sm"
            mb={4}
            placeholder={searchLabel}
            aria-label={searchLabel}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        {shown.map((entry, index) => {
          if (entry === 'divider') return <Menu.Divider key={`divider-${index}`} />;
          if ('heading' in entry) return <Menu.Label key={entry.heading}>{entry.heading}</Menu.Label>;
          return (
            <Menu.Item
              key={entry.label}
              leftSection={entry.icon}
              rightSection={entry.chosen ? <IconCheck size={16} /> : entry.detail}
              disabled={entry.disabled ?? false}
              {...(entry.danger ? { c: 'var(--surface-error)' } : {})}
              {...(entry.chosen === undefined ? {} : { 'aria-current': entry.chosen })}
              onClick={entry.run}
            >
              {entry.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
