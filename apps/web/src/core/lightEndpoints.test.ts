import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { expect, test } from 'vitest';
import * as all from './lightEndpoints.ts';

const { light: _light, ...light } = all;

test.each(Object.entries(light))('%s goes where the contract says', (name, endpoint: Endpoint) => {
  const promised = endpoints.find((candidate) => candidate.name === `session.${name}`)?.endpoint;
  expect({ method: endpoint.method, path: endpoint.path }).toEqual({ method: promised?.method, path: promised?.path });
});
