import type { FastifyInstance } from 'fastify';
import type { SentFeature } from '@vitrine/powerbi/wire/capacities.ts';
import { parameterOf } from '../parameters.ts';
import { notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { callerOf } from './caller.ts';

const named = /^\(featureName='(?<name>\w+)'\)$/i;

/** Features of the tenant: how much of the trial embed tokens is spent (docs/reference/powerbi.md A8). */
export const registerFeatures = (app: FastifyInstance, service: Service): void => {
  const embedTrial = (objectId: string): SentFeature => {
    const spent = service.state.trial_tokens_spent.get(objectId) ?? 0;
    const most = service.limits.trial_embed_tokens;
    const usage = most === null ? 0 : Math.min(100, Math.floor((100 * spent) / Math.max(1, most)));
    return { name: 'embedTrial', state: 'Enabled', extendedState: 'Enabled', additionalInfo: { usage } };
  };

  app.get('/availableFeatures', async (request) => ({
    '@odata.context': `${service.origin()}/v1.0/myorg/$metadata#features`,
    features: [embedTrial(callerOf(request).application.object_id)],
  }));

  app.get('/availableFeatures*', async (request) => {
    const wanted = named.exec(decodeURIComponent(parameterOf(request, '*') ?? ''))?.groups?.['name'];
    if (wanted?.toLowerCase() !== 'embedtrial') throw notFound();
    return embedTrial(callerOf(request).application.object_id);
  });
};
