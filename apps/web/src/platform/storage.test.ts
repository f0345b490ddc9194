import { expect, test } from 'vitest';
import { createStore, decrypt, encrypt } from './storage.ts';

const origin = 'https://aurora.example';

function backing(): Storage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

test('gives back what was written, in any alphabet', () => {
  expect(decrypt(encrypt('Relatório de ação 📊', origin), origin)).toBe('Relatório de ação 📊');
});

test('writes the same value differently each time', () => {
  expect(encrypt('same', origin)).not.toBe(encrypt('same', origin));
});

test('keeps nothing readable in the store', () => {
  const values = backing();
  createStore(values, origin).write('bi:lang', 'pt-PT');
  expect(values.values.get('bi:lang')).not.toContain('pt-PT');
});

test.each([
  ['of another origin', () => encrypt('secret', 'https://other.example')],
  ['that was cut', () => encrypt('secret', origin).slice(0, -6)],
  ['that somebody wrote by hand', () => '{"token":"x"}'],
  ['that is empty', () => ''],
])('counts a value %s as not there, and removes it', (_, stored) => {
  const values = backing();
  values.setItem('bi:cache', stored());
  expect(createStore(values, origin).read('bi:cache')).toBeNull();
  expect(values.getItem('bi:cache')).toBeNull();
});

test('takes a value once', () => {
  const store = createStore(backing(), origin);
  store.write('bi:azure_sso', { code: 'abc' });
  expect(store.take('bi:azure_sso')).toEqual({ code: 'abc' });
  expect(store.take('bi:azure_sso')).toBeNull();
});

test('removes only what is named', () => {
  const store = createStore(backing(), origin);
  store.write('bi:lang', 'es');
  store.write('bi:after_login', true);
  store.remove('bi:after_login');
  expect([store.read('bi:lang'), store.read('bi:after_login')]).toEqual(['es', null]);
});
