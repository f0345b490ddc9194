import { open } from '@vitrine/contract/features/reportReading.ts';
import { expect, test } from 'vitest';
import { lightOpen } from './opening.ts';

test('the early call is the one of the contract', () => {
  expect({ method: lightOpen.method, path: lightOpen.path }).toEqual({ method: open.method, path: open.path });
});
