import type { TextareaProps } from '@mantine/core';
import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import css from './mention.module.css';
import type { Named } from './tokenBefore.ts';
import { tokenBefore } from './tokenBefore.ts';

export type Found = Named & { detail?: string };

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen, and their name stands in the text. */
  onNamed: (person: Named) => void;
  /** People whose names begin so; another function asks anew. */
  search: (words: string) => Promise<readonly Found[]>;
  /** What the list of people is called. */
  people: string;
};

const pauseMs = 150;

/** Whom one may name for what was written; nobody while the answer is on its way. */
function useFound(words: string | null, search: Props['search']): readonly Found[] {
  const [answer, setAnswer] = useState<{ words: string; found: readonly Found[] } | null>(null);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (words === null) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void latest.current(words).then((found) => {
        if (wanted) setAnswer({ words, found });
      });
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return words !== null && answer?.words === words ? answer.found : [];
}

/** A field for text in which `@` names people: arrow keys move in the list, Enter or Tab chooses, Escape closes it. */
export function MentionArea({ value, onChange, onNamed, search, people, onKeyDown, ...field }: Props) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  const token = caret === null ? null : tokenBefore(value, caret);
  const found = useFound(token?.words ?? null, search);
  const open = token !== null && found.length > 0;
  const at = Math.min(current, found.length - 1);
  const follow = () => {
    setCaret(area.current?.selectionStart ?? null);
    setCurrent(0);
  };
  const choose = (person: Found | undefined) => {
    if (!person || !token || caret === null) return;
    const before = `${value.slice(0, token.from)}@${person.name} `;
    onChange(before + value.slice(caret).replace(/^ /, ''));
    onNamed({ id: person.id, name: person.name });
    setCaret(null);
    // Once the text stands in the field.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
    });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setCurrent((at + 1) % found.length),
    ArrowUp: () => setCurrent((at + found.length - 1) % found.length),
    Enter: () => choose(found[at]),
    Tab: () => choose(found[at]),
    Escape: () => setCaret(null),
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = open && !event.nativeEvent.isComposing ? keys[event.key] : undefined;
    if (!act) return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className={css.holder}>
      <Textarea
        {...field}
        ref={area}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${at}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          follow();
        }}
        onClick={follow}
        onKeyUp={({ key }) => {
          if (/^(?:Arrow(?:Left|Right)|Home|End)$/.test(key)) follow();
        }}
        onKeyDown={press}
        onBlur={() => setCaret(null)}
      />
      {open ? (
        <div id={listId} role="listbox" aria-label={people} className={css.list}>
          {found.map((person, index) => (
            // The field keeps the focus and its keys.
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={css.option}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              {person.name} {person.detail ? <span>{person.detail}</span> : null}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
