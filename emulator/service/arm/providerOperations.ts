import type { FastifyInstance } from 'fastify';
import { providerOf } from './scope.ts';

const verbs: Record<string, string> = {
  read: 'Retrieves the information of the specified Power BI capacity.',
  write: 'Creates or updates the specified Power BI capacity.',
  delete: 'Deletes the Power BI capacity.',
  'suspend/action': 'Suspends the capacity.',
  'resume/action': 'Resumes the capacity.',
};

/** What roles may allow (docs/reference/powerbi.md A9). */
export const registerProviderOperations = (app: FastifyInstance): void => {
  app.get('/:provider/operations', async (request) => {
    const provider = providerOf(request);
    return {
      value: Object.entries(verbs).map(([verb, description]) => ({
        name: `${provider}/capacities/${verb}`,
        display: { provider, resource: 'Capacities', operation: verb, description },
        origin: 'user,system',
      })),
    };
  });
};
