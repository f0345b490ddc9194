/** `/docs`: the API as OpenAPI, made of the contract. */
import swagger from '@fastify/swagger';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { WireFields } from '@vitrine/contract/wire.ts';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

/** The page of the documentation brings a script of its own inline; nothing else of the portal may. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

const describeSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

type Described = {
  properties?: Record<string, Described>;
  required?: string[];
  anyOf?: Described[];
  items?: Described;
  type?: string;
  enum?: readonly string[];
};

/** Gives the fields of a described object their names and words on the wire. */
function nameOnWire(described: unknown, fields: WireFields): void {
  const schema = described as Described;
  for (const choice of schema.anyOf ?? []) nameOnWire(choice, fields);
  if (!schema.properties) return;
  const nameOf = (field: string): string => fields[field]?.name ?? field;
  for (const [field, property] of Object.entries(schema.properties)) {
    const { as } = fields[field] ?? {};
    if (as?.fields) nameOnWire(property.items ?? property, as.fields);
    else if (as) {
      const described = property.items ?? property;
      const possible = as.words.filter((word) => described.enum?.includes(String(as.fromWire(word))));
      // A filter may take fewer words than the column has.
      Object.assign(described, { type: 'string', enum: possible.length > 0 ? possible : as.words });
    }
  }
  schema.properties = Object.fromEntries(Object.entries(schema.properties).map(([field, property]) => [nameOf(field), property]));
  if (schema.required) schema.required = schema.required.map(nameOf);
}

/** Must be called before routes are registered. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Vitrine', version: '0.1.0' } },
    transform: (document) => {
      const { schema, url } = describeSchemas(document);
      const { query, body, answer } = (document.route.config as { endpoint?: Endpoint } | undefined)?.endpoint?.wire ?? {};
      if (query) nameOnWire(schema.querystring, query.fields);
      if (body) nameOnWire(schema.body, body.fields);
      if (answer) for (const response of Object.values(schema.response ?? {})) nameOnWire(response, answer.fields);
      return { schema, url };
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', policy));
    await docs.register(scalar, { routePrefix: '/docs', configuration: { withDefaultFonts: false } });
  });
}
