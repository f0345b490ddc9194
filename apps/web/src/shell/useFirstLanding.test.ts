import { expect, test } from 'vitest';
import { welcomeText } from './useFirstLanding.ts';

const messages = { message_ptbr: 'Olá', message_en: 'Hello', message_ptpt: null, message_es: '  ' };

test('speaks the person’s language, and no other when there is none', () => {
  expect(welcomeText(messages, 'pt-BR')).toBe('Olá');
  expect(welcomeText(messages, 'en-US')).toBe('Hello');
  expect(welcomeText(messages, 'pt-PT')).toBeNull();
  expect(welcomeText(messages, 'es')).toBeNull();
});
