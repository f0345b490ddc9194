/** Bodies are JSON in UTF-8 and, where an endpoint takes a file, its bytes; nothing else. What PostgreSQL cannot store or a program could misread is refused, not repaired. */
import { isUtf8 } from 'node:buffer';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { upload } from '@vitrine/contract/upload.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './fail.ts';

const maxDepth = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const keyOrString = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Reads a body. Refuses with 400: invalid UTF-8, broken JSON, NUL, lone surrogates, a key twice, deep nesting, `__proto__`. */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) fail('bad_request');
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    fail('bad_request', {}, {}, error);
  }
  let written = 0;
  for (const match of text.matchAll(keyOrString)) if (match[1] !== undefined) written++;
  // JSON.parse keeps the last of two equal keys; another reader of the same text might keep the first.
  if (countKeys(value, 0) !== written) fail('bad_request');
  return value;
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) fail('bad_request');
}

function countKeys(value: unknown, depth: number): number {
  if (depth > maxDepth) fail('bad_request');
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item, depth + 1), 0);
  return Object.entries(value).reduce((sum, [key, item]) => {
    checkText(key);
    if (forbiddenKeys.has(key)) fail('bad_request');
    return sum + 1 + countKeys(item, depth + 1);
  }, 0);
}

/** `application/json`, and bytes where the contract says `upload`; anything else is 415. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.length === 0 ? undefined : parseJson(body),
  );
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    if (endpoint?.body !== upload) fail('unsupported_media_type');
    return body;
  });
}
