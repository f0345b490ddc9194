import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exceeds } from './limits.ts';
import type { Service } from './service.ts';

const megabyte = 1024 ** 2;
/** What is read at most, whatever the switch says. */
const mostBytes = 1024 ** 4;

/** Whoever knows the address of a location may write there, as at the real ones (docs/reference/powerbi.md A6). */
export const registerUploads = (app: FastifyInstance, { uploads, limits }: Service): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    scope.put<{ Params: { id: string } }>('/uploads/:id', { bodyLimit: mostBytes }, async (request, reply) => {
      const { body, params } = request;
      const most = limits.upload_megabytes;
      if (exceeds(Number(request.headers['content-length'] ?? 0) / megabyte, most))
        return reply.code(413).header('x-ms-error-code', 'RequestBodyTooLarge').send();
      const isKept = body instanceof Readable && (await uploads.fill(params.id, body));
      return reply.code(isKept ? 201 : 404).send();
    });
  });
};
