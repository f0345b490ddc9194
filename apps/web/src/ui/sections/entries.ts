import type { NamedSetting } from '#platform/built.ts';
import { plain } from '#platform/formats.ts';

export type Section = { key: string; title: string };

/** Something that can be set, found by what it is called: it stands in a section, at a place. */
export type Entry = { section: string; name: string; label: string; description?: string | undefined };

/** Entries with all of the words in section, label or help, whatever their case and accents; those whose label has them come first. */
export function findEntries(sections: readonly Section[], entries: readonly Entry[], words: string): Entry[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const titles = new Map(sections.map(({ key, title }) => [key, title]));
  const holds = (text: string) => wanted.every((word) => plain(text).includes(word));
  const found = entries.filter(({ section, label, description }) => holds(`${titles.get(section) ?? ''} ${label} ${description ?? ''}`));
  return found.toSorted((a, b) => Number(holds(b.label)) - Number(holds(a.label)));
}

/** The entries with the names of their sections. */
export const named = ({ sections, entries }: { sections: readonly Section[]; entries: readonly Entry[] }): NamedSetting[] =>
  entries.map(({ section, name, label }) => ({
    section,
    sectionTitle: sections.find(({ key }) => key === section)?.title ?? '',
    name,
    label,
  }));
