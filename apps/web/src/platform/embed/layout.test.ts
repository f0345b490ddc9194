import { expect, test } from 'vitest';
import { openingLayout, turnedLayout } from './layout.ts';

test('shows a report as it was made from 768 px on, whatever its orientation says', () => {
  for (const orientation of ['auto', 'portrait', 'landscape'] as const) {
    expect(openingLayout({ phone: false, portrait: true }, orientation)).toBe('as_made');
  }
});

test('follows the phone, unless the report forces an orientation', () => {
  expect(openingLayout({ phone: true, portrait: true }, 'auto')).toBe('phone_portrait');
  expect(openingLayout({ phone: true, portrait: false }, 'auto')).toBe('phone_landscape');
  expect(openingLayout({ phone: true, portrait: false }, 'portrait')).toBe('phone_portrait');
  expect(openingLayout({ phone: true, portrait: true }, 'landscape')).toBe('fit_width');
});

test('turns the layout with the phone', () => {
  expect(turnedLayout('phone_portrait', false, 'auto')).toBe('phone_landscape');
  expect(turnedLayout('phone_landscape', true, 'auto')).toBe('phone_portrait');
});

test('leaves alone what cannot or must not turn', () => {
  expect(turnedLayout('phone_portrait', true, 'auto')).toBeNull();
  expect(turnedLayout('phone_portrait', false, 'portrait')).toBeNull();
  expect(turnedLayout('as_made', true, 'auto')).toBeNull();
  expect(turnedLayout('fit_width', false, 'auto')).toBeNull();
});
