/** `/docs`: the API as OpenAPI, made of the contract. */
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

/** The page of the documentation brings a script of its own inline; nothing else of the portal may. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/** Has to be called before there are routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Vitrine', version: '0.1.0' } },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', policy));
    await docs.register(scalar, { routePrefix: '/docs', configuration: { withDefaultFonts: false } });
  });
}
