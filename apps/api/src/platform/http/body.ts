/** Bodies are JSON in UTF-8 and, where an endpoint takes a file, its bytes, or where a protocol asks for it, a form; nothing else. What PostgreSQL cannot store or a program could misread is refused, not repaired. */
import { isUtf8 } from 'node:buffer';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { forms } from '@vitrine/contract/form.ts';
import { upload } from '@vitrine/contract/upload.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './fail.ts';

const maxDepth = 32;
/** Fields and elements of a whole body, and fields of one object: each that a schema does not know costs a refusal. */
export const bodyLimits = { values: 10_000, keysOfAnObject: 200 };
type Limits = typeof bodyLimits;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Where the text ends whose opening quote stands at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  const isEscaped = () => {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    return backslashes % 2 === 1;
  };
  while (end >= 0 && isEscaped()) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

/**
 * Counts the keys of JSON before it is parsed, because what comes afterwards costs as much as was written. Refuses deep nesting
 * with 400, too many values or keys with 413.
 */
function countWrittenKeys(json: string, limits: Limits): number {
  /** Keys so far of each object that is open. */
  const open = [0];
  let [values, written] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '{':
      case '[':
        values++;
        if (open.push(0) > maxDepth + 1) fail('bad_request');
        break;
      case '}':
      case ']':
        open.pop();
        if (open.length === 0) fail('bad_request');
        break;
      case ',':
        values++;
        break;
      case ':': {
        written++;
        const keys = (open.pop() ?? 0) + 1;
        if (keys > limits.keysOfAnObject) fail('too_large');
        open.push(keys);
        break;
      }
      default:
      // A blank, or part of a number or of a word.
    }
    if (values > limits.values) fail('too_large');
  }
  return written;
}

/** Broken JSON is the caller's to refuse, who may say where it breaks. */
export type Broken = (error: unknown) => never;
const badRequest: Broken = (error) => fail('bad_request', {}, {}, error);

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) fail('bad_request');
  return parseText(body.toString('utf8'), bodyLimits, badRequest);
}

/** Reads JSON that somebody sent. Refuses with 400: NUL, lone surrogates, a key twice, deep nesting, `__proto__`; with 413 too many values. */
export function parseText(text: string, limits: Limits, broken: Broken): unknown {
  const written = countWrittenKeys(text, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    broken(error);
  }
  // JSON.parse keeps the last of two equal keys; another reader of the same text might keep the first.
  if (countKeys(value) !== written) fail('bad_request');
  return value;
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) fail('bad_request');
}

function countKeys(value: unknown): number {
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item), 0);
  return Object.entries(value).reduce((sum, [key, item]) => {
    checkText(key);
    if (forbiddenKeys.has(key)) fail('bad_request');
    return sum + 1 + countKeys(item);
  }, 0);
}

/** The fields of a form. A name twice would mean one thing to this reader and another to the next. */
function parseForm(body: Buffer): Record<string, string> {
  if (!isUtf8(body)) fail('bad_request');
  const fields = new URLSearchParams(body.toString('utf8'));
  const names = [...fields.keys()];
  if (names.length > bodyLimits.keysOfAnObject) fail('too_large');
  if (new Set(names).size !== names.length) fail('bad_request');
  return Object.fromEntries(
    [...fields].map(([name, value]) => {
      checkText(name);
      checkText(value);
      return forbiddenKeys.has(name) ? fail('bad_request') : [name, value];
    }),
  );
}

/** `application/json`, bytes where the contract says `upload`, a form where it says `form`; anything else is 415. */
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
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    if (!endpoint || !forms.has(endpoint.body)) fail('unsupported_media_type');
    return parseForm(body);
  });
}
