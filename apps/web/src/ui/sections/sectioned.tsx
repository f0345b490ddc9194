import { TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '#platform/shortcuts.ts';
import { useMedia } from '#platform/useMedia.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import type { Entry, Section } from './entries.ts';
import { findEntries } from './entries.ts';
import css from './sectioned.module.css';

type Props = {
  title: string;
  description?: string;
  /** The path of the screen; `?section=` and `?setting=` are added. */
  path: string;
  sections: readonly Section[];
  entries: readonly Entry[];
  searchLabel: string;
  nothing: (words: string) => string;
  /** Opened without an address, in place of the first. */
  first?: string | undefined;
  children: (section: string) => ReactNode;
};

/** Arrows walk from the search over what stands in the index. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const places = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('input, a') ?? [])];
  places[places.findIndex((place) => place === document.activeElement) + step]?.focus();
}

/** A screen in sections, each with its own address: an index with a search beside the open one. On a phone the index comes first. */
export function Sectioned({ title, description, path, sections, entries, searchLabel, nothing, first, children }: Props) {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const phone = useMedia('(max-width: 767px)');
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  useShortcuts({
    '/': (event) => {
      event.preventDefault();
      box.current?.focus();
    },
  });
  const wanted = search['section'] ?? first;
  const chosen = sections.find(({ key }) => key === wanted);
  const open = chosen ?? sections[0];
  const found = words.trim() === '' ? null : findEntries(sections, entries, words);
  const titleOf = (key: string) => sections.find((section) => section.key === key)?.title;
  const isNamed = search['setting'] !== undefined;
  useEffect(() => {
    // The index is gone from the page, and the focus with it.
    if (phone && chosen && !isNamed) heading.current?.focus();
  }, [phone, chosen, isNamed]);

  const searching = (event: KeyboardEvent<HTMLInputElement>) => {
    const [best] = found ?? [];
    if (event.key === 'Enter' && best) void navigate({ to: path, search: { section: best.section, setting: best.name } });
    else walk(event);
  };
  return (
    <div className={css.page} data-chosen={chosen !== undefined || undefined}>
      <PageHeader title={title} {...(description ? { description } : {})} />
      <nav className={css.index} aria-label={title}>
        <TextInput
          type="search"
          ref={box}
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={searching}
        />
        <ul>
          {(found ?? []).map(({ section, name, label }) => (
            <li key={`${section} ${name} ${label}`}>
              <Link to={path} search={{ section, setting: name }} className={css.link} onKeyDown={walk}>
                {label}
                <small>{titleOf(section)}</small>
              </Link>
            </li>
          ))}
          {(found ? [] : sections).map((section) => (
            <li key={section.key}>
              <Link
                to={path}
                search={{ section: section.key }}
                className={css.link}
                onKeyDown={walk}
                data-open={section === open || undefined}
                aria-current={section === open ? 'page' : undefined}
              >
                {section.title}
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className={css.nothing}>
          {found?.length === 0 ? nothing(words) : ''}
        </p>
      </nav>
      {open ? (
        <div className={css.section}>
          <Link to={path} className={css.back}>
            <IconArrowLeft size={16} aria-hidden="true" />
            {title}
          </Link>
          <h2 ref={heading} tabIndex={-1}>
            {open.title}
          </h2>
          {children(open.key)}
        </div>
      ) : null}
    </div>
  );
}
