import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { PrivateAddress, publicAddressOf } from './outgoing.ts';

const found = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test.each([
  '0',
  '0.0.0.0',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '017700000001',
  'localhost',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '64:ff9b::7f00:1',
])('%s is inside', async (host) => {
  // prettier-ignore
  await expect(publicAddressOf(host)).rejects.toThrow(PrivateAddress);
});

test.each([
  ['inside', ['10.0.0.1']],
  ['inside by one of its addresses', ['93.184.216.34', '127.0.0.1']],
  ['inside by a mapped address', ['2606:2800:220:1::1', '::ffff:169.254.169.254']],
  ['nowhere', []],
])('a name that leads %s is refused', async (_, addresses) => {
  await expect(publicAddressOf('mail.example', async () => found(...addresses))).rejects.toThrow(PrivateAddress);
});

test('a name is asked once, and what was looked at is what is connected to', async () => {
  const answers = [found('93.184.216.34'), found('127.0.0.1')];
  let asked = 0;
  const address = await publicAddressOf('rebinding.example', async () => answers[asked++] ?? []);
  expect([address, asked]).toEqual(['93.184.216.34', 1]);
});
