import { expect, test } from 'vitest';
import { topicAt } from './helpTopics.ts';

test.each([
  ['/', 'dashboard'],
  ['/all/reports', 'all_reports'],
  ['/0199a000/reports', 'all_reports'],
  ['/0199a000/reports/view', 'report_view'],
  ['/user', 'user'],
  ['/user/0199a000', 'user'],
  ['/management/report/0199a000', 'management_report'],
  ['/nowhere', null],
])('%s is explained by %s', (address, topic) => {
  expect(topicAt(address)).toBe(topic);
});
