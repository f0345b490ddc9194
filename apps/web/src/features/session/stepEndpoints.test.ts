import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { expect, test } from 'vitest';
import * as light from './stepEndpoints.ts';

test.each(Object.entries(light))('%s goes where the contract says', (name, endpoint: Endpoint) => {
  const promised = endpoints.find((candidate) =>
    [`secondFactor.${name}`, `registration.${name}`, `terms.${name}`].includes(candidate.name),
  )?.endpoint;
  expect({ method: endpoint.method, path: endpoint.path }).toEqual({ method: promised?.method, path: promised?.path });
});
