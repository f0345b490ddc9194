/**
 * Code that comes later brings the sentences that it draws with. Where they come when they are drawn, React waits for them, and shows
 * what it waited for three tenths of a second later.
 */
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { files, read } from './files.ts';

const root = 'apps/web/src/';
/** Loaded before anything is drawn: by the start of the page, and by the portal. */
const atStart = ['common', 'signIn', 'shell', 'ui'];

const words = (list: string): string[] => [...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);

type Later = { path: string; namespaces: string[] };
type Source = { imports: string[]; draws: string[]; later: Later[] };

/** What is loaded beside an import is named after it, before the next one, as a list or as that of another screen. */
function loadedBeside(text: string, at: number): string[] {
  const next = text.indexOf("import('", at + 1);
  const beside = text.slice(at, next === -1 ? undefined : next).split(/;\n/)[0] ?? '';
  const [, list, other] = /namespaces: (?:\[([^\]]*)\]|(\w+)\.namespaces)|loadNamespaces\(([^)]*)\)/.exec(beside) ?? [];
  if (other !== undefined) return words(new RegExp(String.raw`const ${other} = \{[^}]*namespaces: \[([^\]]*)\]`).exec(text)?.[1] ?? '');
  return words(list ?? /loadNamespaces\(([^)]*)\)/.exec(beside)?.[1] ?? '');
}

const sources = new Map<string, Source>();
const pathOf = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? join(root, specifier.slice(1)) : join(dirname(from), specifier);

for (const path of files.filter((file) => file.startsWith(root) && /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))) {
  const text = read(path);
  sources.set(path, {
    imports: [...text.matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)'/gm)].map(([, specifier = '']) => pathOf(path, specifier)),
    draws: [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, list = '']) => words(list)),
    // The names of settings are drawn by the palette, with the catalogues of their screen.
    later: [...text.matchAll(/(?<!settings: async \(\) => \(await )import\('([^']+)'\)/g)].map(({ 1: specifier = '', index }) => ({
      path: pathOf(path, specifier),
      namespaces: loadedBeside(text, index),
    })),
  });
}

/** A file with all that is loaded together with it. */
function together(path: string): Source[] {
  const seen = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(sources.get(next)?.imports ?? []));
  }
  return [...seen].flatMap((file) => sources.get(file) ?? []);
}

/** What is loaded wherever a file is loaded; it comes through files that are loaded before it. */
function alwaysLoaded(entry: string): Map<string, Set<string>> {
  const loaded = new Map([[entry, new Set(atStart)]]);
  const open = [entry];
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    for (const { path, namespaces } of together(from).flatMap(({ later }) => later)) {
      const here = new Set([...(loaded.get(from) ?? []), ...namespaces]);
      const before = loaded.get(path);
      const now = before ? new Set([...before].filter((name) => here.has(name))) : here;
      if (before?.size === now.size) continue;
      loaded.set(path, now);
      open.push(path);
    }
  }
  return loaded;
}

test('whatever is loaded later has its sentences when it is drawn', () => {
  const loaded = alwaysLoaded(`${root}main.tsx`);
  expect(loaded.size).toBeGreaterThan(100);
  const missing = [...loaded].flatMap(([path, has]) => {
    const needs = new Set(together(path).flatMap(({ draws }) => draws));
    const lacks = [...needs].filter((name) => !has.has(name));
    return lacks.length > 0 ? [`${path}: ${lacks.join(', ')}`] : [];
  });
  expect(missing).toEqual([]);
});
