import type { FastifyError, FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { authorizeArm } from './armCaller.ts';
import { registerAutoScale } from './autoScale.ts';
import { registerArmCapacities } from './capacityManagement.ts';
import { registerCapacityNames } from './capacityNames.ts';
import { registerCapacitySkus } from './capacitySkus.ts';
import { ArmError } from './armError.ts';
import { registerOperations } from './operationRoutes.ts';
import { registerProviderOperations } from './providerOperations.ts';
import { checkVersion } from './versions.ts';

const asRefusal = (error: FastifyError): ArmError => {
  if ((error.statusCode ?? 500) >= 500) throw error;
  return new ArmError(400, 'InvalidRequestContent', error.message);
};

const scopes = {
  '/subscriptions': [registerArmCapacities, registerCapacitySkus, registerCapacityNames, registerOperations, registerAutoScale],
  '/providers': [registerProviderOperations],
};

/** Azure Resource Manager, as far as capacities need it (docs/reference/powerbi.md A9). */
export const registerArm = (app: FastifyInstance, service: Service): void => {
  for (const [prefix, subjects] of Object.entries(scopes)) {
    app.register(
      async (arm) => {
        arm.addHook('onRequest', authorizeArm(service));
        arm.addHook('preValidation', async (request) => checkVersion(request));
        arm.setErrorHandler<FastifyError>((error, _request, reply) => {
          const refusal = error instanceof ArmError ? error : asRefusal(error);
          return reply.code(refusal.status).send({ error: { code: refusal.code, message: refusal.message } });
        });
        for (const register of subjects) register(arm, service);
        arm.all('/*', async () => {
          throw new ArmError(404, 'InvalidResourceType', 'The resource type could not be found.');
        });
      },
      { prefix },
    );
  }
};
