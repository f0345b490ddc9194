import type { FastifyInstance } from 'fastify';
import type { Service } from './service.ts';

const mostBytes = 10 * 1024 ** 3;

/** Temporary upload locations: whoever knows the address may write there, as at the real ones (powerbi.md A6). */
export const registerUploads = (app: FastifyInstance, { uploads }: Service): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_, body, done) => done(null, body));
    scope.put<{ Params: { id: string } }>('/uploads/:id', async (request, reply) => {
      const { id } = request.params;
      if (!uploads.has(id) || !Buffer.isBuffer(request.body)) return reply.code(404).send();
      uploads.set(id, request.body);
      return reply.code(201).send();
    });
  });
};
