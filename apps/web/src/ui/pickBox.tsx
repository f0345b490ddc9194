import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { plain } from '#platform/formats.ts';
import { intoView } from './intoView.ts';
import css from './pickBox.module.css';

export type Find = {
  key: string;
  name: string;
  /** A second line: an e-mail, a group. It is searched as well. */
  detail?: string;
  icon?: ReactNode;
  /** Cannot be chosen; `detail` says why. */
  taken?: boolean;
};

type Props = {
  label: string;
  placeholder: string;
  /** Results of the server for the last search; undefined until it has answered. */
  finds: readonly Find[] | undefined;
  /** Called with the search words after a pause in typing; null when the box is closed. */
  onSearch: (words: string | null) => void;
  onChoose: (key: string) => void;
  nothing: (words: string) => string;
  error?: string | undefined;
  /** Has the focus when its dialog opens. */
  first?: boolean;
};

const typingMs = 250;

/** A search box with results below it. Arrow keys move, Enter chooses, Escape closes. */
export function PickBox({ label, placeholder, finds, onSearch, onChoose, nothing, error, first = false }: Props) {
  const listId = useId();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(open ? words.trim() : null), open ? typingMs : 0);
    return () => clearTimeout(timer);
    // The caller's function is a new one with every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [words, open]);

  // While the server searches, earlier results stay if they match, so that Enter never chooses one that does not.
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const fits = ({ name, detail }: Find) => wanted.every((word) => plain(`${name} ${detail ?? ''}`).includes(word));
  const shown = (finds ?? []).filter(fits);
  // In a low dialog the results would end below its edge.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) intoView(list.current);
  }, [open, shown.length]);
  const choose = (find: Find | undefined) => {
    if (!find || find.taken) return;
    setOpen(false);
    setWords('');
    onChoose(find.key);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setCurrent(Math.min(current + 1, shown.length - 1)),
    ArrowUp: () => setCurrent(Math.max(current - 1, 0)),
    Enter: () => choose(shown[current]),
  };
  return (
    <div
      className={css.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextInput
        label={label}
        placeholder={placeholder}
        error={error}
        leftSection={<IconSearch size={16} />}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && shown[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        data-autofocus={first || undefined}
        maxLength={120}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setCurrent(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            // The panel around it stays.
            event.stopPropagation();
            setOpen(false);
            return;
          }
          const run = keys[event.key];
          if (!run) return;
          event.preventDefault();
          setOpen(true);
          run();
        }}
      />
      {open ? (
        <div className={css.finds} ref={list} data-surface="card" role="listbox" id={listId} aria-label={label}>
          {shown.map((find, index) => (
            <button
              key={find.key}
              type="button"
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              aria-disabled={find.taken ?? false}
              tabIndex={-1}
              onMouseEnter={() => setCurrent(index)}
              onClick={() => choose(find)}
            >
              {find.icon}
              <span className={css.words}>
                <span className={css.name}>{find.name}</span>
                {find.detail ? <span className={css.detail}>{find.detail}</span> : null}
              </span>
            </button>
          ))}
          {finds && shown.length === 0 ? <p className={css.detail}>{nothing(words.trim())}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
