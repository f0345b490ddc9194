import { expect, test } from 'vitest';
import { filtersFor, usernameFor, variablesOf } from './variables.ts';

const variables = variablesOf([
  { token: '{{email}}', value: 'ana@example.com' },
  { token: '{{group}}', value: 'Lojas' },
  { token: '{{group}}', value: 'Sul' },
  { token: '{{department}}', value: 'x'.repeat(256) },
  { token: '{{name}}', value: 'x'.repeat(257) },
]);
const region = (...values: (string | number)[]) => ({ table: 'Store', column: 'Region', values });

test('a person has all values of a variable, and each once in a filter', () => {
  expect(filtersFor([region('Sul', '{{group}}', 7)], variables)).toEqual({ filters: [region('Sul', 'Lojas', 7)], missing: null });
});

test('the first variable without a value is told', () => {
  expect(filtersFor([region('{{email}}', '{{field.store}}')], variables)).toMatchObject({ missing: '{{field.store}}' });
});

test('a name is what was written, or the one value of the person that the service takes', () => {
  expect(usernameFor('store 7', variables)).toBe('store 7');
  expect(usernameFor('{{email}}', variables)).toBe('ana@example.com');
  expect(usernameFor('{{department}}', variables)).toHaveLength(256);
  expect(usernameFor('{{group}}', variables)).toBeNull();
  expect(usernameFor('{{name}}', variables)).toBeNull();
  expect(usernameFor('{{field.store}}', variables)).toBeNull();
  expect(usernameFor('{{email}}', variablesOf([{ token: '{{email}}', value: '' }]))).toBeNull();
});
