import { locales } from '@vitrine/contract/fields.ts';
import { expect, test } from 'vitest';
import { samplePage } from '#domain/organisation/samplePage.ts';
import { problemsOf } from './htmlPage.rules.ts';

test.each(locales)('the page of a demo report in %s is one that anybody may publish', (locale) => {
  expect(problemsOf(samplePage(locale))).toEqual([]);
});
