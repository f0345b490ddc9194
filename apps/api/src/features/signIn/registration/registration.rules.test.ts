import { expect, test } from 'vitest';
import { domainOf, mayRegister, publicAmong } from './registration.rules.ts';

test('the domain of an address is what follows its last @', () => {
  expect(domainOf('ana@lojas.example')).toBe('lojas.example');
  expect(domainOf('"ana@home"@lojas.example')).toBe('lojas.example');
});

test('only the named domains register, not those below them; without names everybody does', () => {
  const unit = { registration_domains: ['lojas.example'], trusted_domains: ['matriz.example'] };
  expect(mayRegister('ana@lojas.example', unit)).toBe(true);
  expect(mayRegister('ana@matriz.example', unit)).toBe(true);
  expect(mayRegister('ana@sul.lojas.example', unit)).toBe(false);
  expect(mayRegister('ana@gmail.com', unit)).toBe(false);
  expect(mayRegister('ana@gmail.com', { registration_domains: [], trusted_domains: ['matriz.example'] })).toBe(true);
});

test.each(['gmail.com', 'outlook.com', 'hotmail.com.br', 'yahoo.com.br', 'icloud.com', 'uol.com.br', 'sapo.pt', 'proton.me'])(
  '%s belongs to everybody, and cannot be trusted as a domain',
  (domain) => {
    expect(publicAmong(['lojas.example', domain, 'matriz.example'])).toEqual([1]);
  },
);
