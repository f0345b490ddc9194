import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { expect, test } from 'vitest';
import * as ofPublicPages from './lightEndpoints.ts';
import * as ofShell from './shellEndpoints.ts';

const { light: _light, ...light } = ofPublicPages;

test.each(Object.entries<Endpoint>({ ...light, ...ofShell }))('%s goes where the contract says', (name, endpoint) => {
  const promised = endpoints.find(
    (candidate) => candidate.name.endsWith(`.${name}`) && candidate.endpoint.path === endpoint.path,
  )?.endpoint;
  expect({ method: endpoint.method, path: endpoint.path }).toEqual({ method: promised?.method, path: promised?.path });
});
