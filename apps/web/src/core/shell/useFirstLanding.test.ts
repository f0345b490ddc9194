import { expect, test } from 'vitest';
import { welcomeText } from './useFirstLanding.ts';

const messages = { message_ptbr: 'Olá', message_en: 'Hello', message_ptpt: null, message_es: '  ' };

test('speaks the person’s language, and no other when there is none', () => {
  expect(welcomeText(messages, 'pt-BR', null, 'ana')?.text).toBe('Olá');
  expect(welcomeText(messages, 'en-US', null, 'ana')?.text).toBe('Hello');
  expect(welcomeText(messages, 'pt-PT', null, 'ana')).toBeNull();
  expect(welcomeText(messages, 'es', null, 'ana')).toBeNull();
});

test('shows each version once to each person', () => {
  const shown = welcomeText(messages, 'pt-BR', null, 'ana');
  expect(welcomeText(messages, 'pt-BR', shown?.mark ?? '', 'ana')).toBeNull();
  expect(welcomeText({ ...messages, message_ptbr: 'Olá de novo' }, 'pt-BR', shown?.mark ?? '', 'ana')?.text).toBe('Olá de novo');
  expect(welcomeText(messages, 'pt-BR', shown?.mark ?? '', 'bruno')?.text).toBe('Olá');
});
