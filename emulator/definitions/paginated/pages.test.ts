import { expect, test } from 'vitest';
import type { Line } from './document.ts';
import { pagesOf } from './pages.ts';

const rows = (count: number): Line[] => Array.from({ length: count }, (_, at) => ({ kind: 'row', cells: [at] }));
const group = (level: number, value: string, new_page = false): Line => ({ kind: 'group', level, value, new_page });
const total = (level: number): Line => ({ kind: 'total', level, value: null, cells: [] });
const cut = (lines: Line[]) => pagesOf({ orientation: 'portrait', lines }).map(({ lines: own }) => own);

test('the first page has room for the title, and nothing is lost between pages', () => {
  const pages = cut(rows(100));
  const [first = [], second = []] = pages;
  expect(second.length - first.length).toBe(4);
  expect(pages.flat()).toEqual(rows(100));
  expect(cut([])).toEqual([[]]);
});

test('a group that goes on is named once more; its heading never stands alone at the foot', () => {
  const room = cut(rows(100))[0]?.length ?? 0;
  const lines = [...rows(room - 2), total(0), group(0, 'Sul'), group(1, 'Curitiba'), ...rows(60)];
  const [first, second, third] = cut(lines);
  expect(first?.at(-1)).toEqual(total(0));
  expect(second?.slice(0, 2)).toEqual([group(0, 'Sul'), group(1, 'Curitiba')]);
  expect(third?.slice(0, 2)).toEqual([
    { ...group(0, 'Sul'), continued: true },
    { ...group(1, 'Curitiba'), continued: true },
  ]);
});

test('a group begins a page where its author wants it, and the first one needs no empty page before it', () => {
  const lines = [group(0, 'Norte', true), ...rows(2), total(0), group(0, 'Sul', true), ...rows(2), total(0), total(-1)];
  const pages = cut(lines);
  expect(pages).toHaveLength(2);
  expect(pages[1]?.[0]).toEqual(group(0, 'Sul', true));
});
