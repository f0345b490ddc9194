import { expect, test } from 'vitest';
import { faqScreenAt, topicAt } from './helpTopics.ts';

test.each([
  ['/', 'dashboard'],
  ['/all/reports', 'all_reports'],
  ['/0199a000/reports', 'all_reports'],
  ['/0199a000/reports/view', 'report_view'],
  ['/user', 'user'],
  ['/user/0199a000', 'user'],
  ['/management/report/0199a000', 'management_report'],
  ['/0199a000/playlist/view', 'playlists'],
  ['/auto_actions/0199a000', 'auto_actions'],
  ['/operations', 'operations'],
  ['/privacy', 'privacy'],
  ['/privacy/retention', 'retention'],
  ['/privacy/records', 'processing_records'],
  ['/privacy/incidents', 'incidents'],
  ['/privacy/incidents/0199a000', 'incidents'],
  ['/nowhere', null],
])('%s is explained by %s', (address, topic) => {
  expect(topicAt(address)).toBe(topic);
});

test.each([
  ['/', 'dashboard'],
  ['/0199a000/reports', 'all_reports'],
  ['/0199a000/reports/view', 'all_reports'],
  ['/0199a000/management/view', 'management_report'],
  ['/help_desk/0199a000', 'help_desk'],
  ['/privacy/incidents/0199a000', 'incidents'],
  // Not in the menu, so that nobody can tie a question to them.
  ['/account', null],
  ['/faq', null],
  // Nobody of a unit has it.
  ['/partners', null],
])('the questions at %s are those of %s', (address, screen) => {
  expect(faqScreenAt(address)).toBe(screen);
});
