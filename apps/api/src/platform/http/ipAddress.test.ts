import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAddressRule, isAllowed, networkOf, normaliseAddress } from './ipAddress.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
])('writes %s as %s', (text, normal) => {
  expect(normaliseAddress(text)).toBe(normal);
});

test.each([
  '',
  'a',
  'unknown',
  '1.2.3',
  '1.2.3.4.5',
  '127.1',
  '0x7f000001',
  '2130706433',
  '1.2.3.4:80',
  'fe80::1%eth0',
  '1.2.3.4, 5.6.7.8',
  '01.2.3.4x',
])('takes %j for no address', (text) => {
  expect(normaliseAddress(text)).toBeNull();
});

test('counts neighbours together', () => {
  expect(networkOf('203.0.113.9')).toBe(networkOf('203.0.113.200'));
  expect(networkOf('203.0.113.9')).not.toBe(networkOf('203.0.114.9'));
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::ffff:1'));
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'));
});

test.each([
  ['203.0.113.9', ['203.0.113.9'], true],
  ['203.0.113.9', ['203.0.113.0/28'], true],
  ['203.0.113.16', ['203.0.113.0/28'], false],
  ['203.0.113.9', ['203.0.113.5 - 203.0.113.10'], true],
  ['203.0.113.11', ['203.0.113.5-203.0.113.10'], false],
  ['2001:db8::5', ['2001:db8::/64'], true],
  ['2001:db8:0:1::5', ['2001:db8::/64', '2001:db8:0:1::1-2001:db8:0:1::4'], false],
  ['203.0.113.9', ['::/0'], false],
  ['203.0.113.9', ['0.0.0.0/0'], true],
  ['203.0.113.9', [], false],
  ['203.0.113.9', ['nonsense', '203.0.113.9'], true],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
])('%s in %j: %s', (address, rules, allowed) => {
  expect(isAllowed(address, rules)).toBe(allowed);
});

test.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.1-10.0.0.9', '2001:db8::1', '2001:db8::/32', '2001:db8::1-2001:db8::9'])(
  'accepts the rule %s',
  (rule) => {
    expect(isAddressRule(rule)).toBe(true);
  },
);

test.each([
  '',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.9-10.0.0.1',
  '10.0.0.1-2001:db8::1',
  '10.0.0.1-',
  '::/129',
  '10.0.0.0/8-10.0.0.1',
  'localhost',
])('refuses the rule %j', (rule) => {
  expect(isAddressRule(rule)).toBe(false);
});

test('never throws, and never allows what it cannot read', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (address, rules) => {
      if (normaliseAddress(address) === null) expect(isAllowed(address, [...rules, '0.0.0.0/0', '::/0'])).toBe(false);
      else isAllowed(address, rules);
    }),
  );
});
