import { expect, test } from 'vitest';
import { markInList, markInMenu } from './favourites.ts';

const report = (id: string) => ({ id, title: id, favourite: false, cover: null });
const groups = [
  {
    id: 'g',
    name: 'G',
    icon: 'folder' as const,
    reports: [report('a')],
    subgroups: [{ id: 's', name: 'S', icon: 'folder' as const, reports: [report('b')] }],
  },
];

test('marks a report in its group or subgroup, and no other', () => {
  expect(markInMenu(groups, 'a', true)[0]?.reports[0]?.favourite).toBe(true);
  expect(markInMenu(groups, 'a', true)[0]?.subgroups[0]?.reports[0]?.favourite).toBe(false);
  expect(markInMenu(groups, 'b', true)[0]?.subgroups[0]?.reports[0]?.favourite).toBe(true);
});

test('marks a report in a list and keeps the rest of the answer', () => {
  const row = {
    ...report('a'),
    description: '',
    group_id: 'g',
    group_name: 'G',
    subgroup_id: null,
    subgroup_name: null,
    certified: false,
    blocked: null,
    updated: null,
  };
  const list = { data: [row], meta: { page: 1, per_page: 20, total: 1, total_is_capped: false } };
  expect(markInList(list, 'a', true)).toEqual({ ...list, data: [{ ...row, favourite: true }] });
  expect(list.data[0]?.favourite).toBe(false);
});
