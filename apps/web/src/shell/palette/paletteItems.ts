/** What the palette finds, and in which order. */
import { plain } from '#platform/formats.ts';

export type PaletteItem = {
  /** Stable across sessions, so that recent choices can be stored. */
  id: string;
  group: string;
  label: string;
  detail?: string;
  icon: string | undefined;
  /** Found by the server already, in its order. */
  found?: boolean;
  run: () => void;
};

const recentKept = 8;
const foundInGroup = 8;

/** The last choice first, each once. */
export const withRecent = (recent: readonly string[], id: string): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, recentKept);

/** Every word must occur in label, detail or group; entries that start with the words come first. */
function find(items: readonly PaletteItem[], words: string): PaletteItem[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    if (item.found) return true;
    const text = plain(`${item.label} ${item.detail ?? ''} ${item.group}`);
    return wanted.every((word) => text.includes(word));
  });
  const starts = (item: PaletteItem) => (item.found || plain(item.label).startsWith(wanted.join(' ')) ? 0 : 1);
  return [...found].sort((a, b) => starts(a) - starts(b));
}

export type PaletteGroup = { group: string; members: PaletteItem[] };

/** Without words the recent choices lead; with words only what they find. Groups keep the order in which they come. */
export function groupItems(items: readonly PaletteItem[], words: string, recent: readonly string[], recentLabel: string): PaletteGroup[] {
  const blank = words.trim() === '';
  const found = blank ? items : find(items, words);
  const again = blank ? recent.flatMap((id) => items.find((item) => item.id === id) ?? []).slice(0, 5) : [];
  const names = [...new Set(found.map((item) => item.group))];
  const groups = names.map((group) => ({
    group,
    members: found.filter((item) => item.group === group && !again.includes(item)).slice(0, foundInGroup),
  }));
  return [{ group: recentLabel, members: again }, ...groups].filter(({ members }) => members.length > 0);
}
