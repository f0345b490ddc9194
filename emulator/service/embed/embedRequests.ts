/** What every call of the embed page has in common. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { statusOf } from './embedErrors.ts';
import type { EmbedGrant } from './grant.ts';
import type { EmbedError } from '../../definitions/embedError.ts';

export function tokenOf(request: FastifyRequest): string {
  return /^EmbedToken (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? '';
}

export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function refuse(reply: FastifyReply, error: EmbedError): FastifyReply {
  return reply.code(statusOf(error)).send(error);
}

export function identityFor(grant: EmbedGrant, modelId: string) {
  return grant.identities.find((identity) => identity.datasets.some((id) => sameId(id, modelId)));
}

export function malformed(reply: FastifyReply, detailedMessage: string): FastifyReply {
  return reply.code(400).send({ message: 'Invalid parameters', detailedMessage, errorCode: '400', level: 3 } satisfies EmbedError);
}

/** An address says each thing once: past this hook its query holds texts alone. */
export async function refuseRepeated({ query }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const [name] = Object.entries(query ?? {}).find(([, value]) => typeof value !== 'string') ?? [];
  return name === undefined ? undefined : malformed(reply, `${name}: given more than once`);
}

export function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown shape'}`;
}
