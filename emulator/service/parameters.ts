import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const texts = z.record(z.string(), z.string().optional());

/** A part of the path by the name that its route gives it. */
export const parameterOf = ({ params }: Pick<FastifyRequest, 'params'>, name: string): string | undefined => texts.parse(params)[name];
