import { expect, test } from 'vitest';
import { z } from 'zod';
import { fillPath } from './client.ts';
import { endpoints } from './contract.ts';
import { endpoint } from './endpoint.ts';
import { screens, screensOf } from './screens.ts';

test('every endpoint has a method and path of its own', () => {
  const calls = endpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.every((call) => call.includes(' /api/'))).toBe(true);
});

test('reading changes nothing: a GET is never audited and has no body', () => {
  for (const { name, endpoint: found } of endpoints.filter((each) => each.endpoint.method === 'GET')) {
    expect(found.audit, name).toBeNull();
    expect(found.body.safeParse(undefined).success, name).toBe(true);
  }
});

test('unknown fields are refused in every body and query, never dropped', () => {
  for (const { name, endpoint: found } of endpoints) {
    for (const schema of [found.query, found.body]) {
      const result = schema.safeParse({ constructor_of_evil: 1 });
      expect(result.success, name).toBe(false);
    }
  }
});

test('ids in a path are UUIDs unless the endpoint says otherwise', () => {
  const one = endpoint({ method: 'GET', path: '/api/things/:id/parts/:part_id', can: 'session', summary: '', answer: z.null() });
  const id = '0199a2a0-0000-7000-8000-000000000001';
  expect(one.params.safeParse({ id, part_id: id }).success).toBe(true);
  expect(one.params.safeParse({ id, part_id: 'undefined' }).success).toBe(false);
  expect(one.status).toBe(200);
});

test('a path is filled and encoded, and never with nothing', () => {
  expect(fillPath('/api/things/:id', { id: 'a/b' })).toBe('/api/things/a%2Fb');
  expect(() => fillPath('/api/things/:id', { id: '' })).toThrow('id');
  expect(() => fillPath('/api/things/:id')).toThrow('id');
});

test('every screen of docs/reference/specification.md 2 stands in the table for exactly its roles', () => {
  expect(screensOf('operator').filter((name) => screens[name].roles.length > 0)).toEqual(
    expect.arrayContaining([
      'partners',
      'notifications',
      'domain',
      'billing',
      'client',
      'operator_reports',
      'management_view',
      'powerbi',
      'analyze',
    ]),
  );
  expect(screensOf('operator')).not.toContain('user');
  expect(screensOf('operator')).toContain('dashboard');
  expect(screensOf('partner')).not.toContain('playlists');
  expect(screensOf('user')).not.toContain('whitelabels');
  expect(screensOf('admin')).not.toContain('companies');
});
