import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demoSubscription } from '../../definitions/demo.ts';
import { ArmError } from './armError.ts';

/** What each provider answers to; of Fabric every preview as well (docs/reference/powerbi.md A9). */
const versions: Record<string, readonly string[]> = {
  'microsoft.fabric': ['2023-11-01', '2026-08-01'],
  'microsoft.powerbidedicated': ['2017-10-01', '2021-01-01'],
};

/** Given twice it is a list. */
const asked = z.object({ 'api-version': z.unknown().optional() });

const written = /^\d{4}-\d{2}-\d{2}(-preview)?$/;

/** Every request names the version that it speaks, which its provider must know. */
export const checkVersion = ({ query, url }: FastifyRequest): void => {
  const version = asked.parse(query)['api-version'];
  if (typeof version !== 'string' || version === '')
    throw new ArmError(400, 'MissingApiVersionParameter', 'The api-version query parameter (?api-version=) is required for all requests.');
  if (!written.test(version)) throw new ArmError(400, 'InvalidApiVersionParameter', `The api-version '${version}' is invalid.`);
  const provider = /\/providers\/([^/?]+)/i.exec(url)?.[1] ?? '';
  const known = versions[provider.toLowerCase()];
  if (!known || known.includes(version) || (provider.toLowerCase() === 'microsoft.fabric' && version.endsWith('-preview'))) return;
  throw new ArmError(
    400,
    'NoRegisteredProviderFound',
    `No registered resource provider found for location '${demoSubscription.location}' and API version '${version}' for type 'capacities'. The supported api-versions are '${known.join(', ')}'.`,
  );
};
