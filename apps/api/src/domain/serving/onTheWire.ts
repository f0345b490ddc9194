/** Queries, bodies and answers of endpoints whose fields are called otherwise on the wire (`wire.ts` of the contract). */
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { failFields } from '#platform/http/fail.ts';
import { compileSchema } from '#platform/http/validation.ts';

/** How a route reads and answers; nothing where the wire is as in code. */
export function onTheWire({
  wire: { query, body, answer },
}: Endpoint): Pick<RouteShorthandOptions, 'validatorCompiler' | 'serializerCompiler'> {
  return {
    ...(query || body
      ? {
          validatorCompiler: (route) => {
            const validate = compileSchema(route as Parameters<typeof compileSchema>[0]);
            const codec = { body, querystring: query }[route.httpPart ?? ''];
            if (!codec) return validate;
            return (data: unknown) => {
              const strangers = codec.strangersIn(data);
              if (strangers.length > 0) failFields(Object.fromEntries(strangers.map((name) => [name, 'unknown' as const])));
              return validate(codec.fromWire(data));
            };
          },
        }
      : {}),
    ...(answer
      ? {
          serializerCompiler:
            ({ schema }) =>
            (data) =>
              // Fastify types a schema as its own; the contract's are zod's.
              JSON.stringify(answer.toWire(z.encode(schema as unknown as z.ZodType, data))),
        }
      : {}),
  };
}
