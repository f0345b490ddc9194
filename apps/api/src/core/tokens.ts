/** Random values that stand for something: 256 bits, given out once, stored as their SHA-256 only. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new value, 43 characters that need no escaping in a path, header or cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a value. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Compares in constant time. */
export const isHashOf = (token: string | undefined, kept: Buffer): boolean =>
  token !== undefined && timingSafeEqual(hashToken(token), kept);

/** The value for the readable XSRF cookie and its header: it follows from the HttpOnly cookie and cannot be guessed without it. */
export const xsrfOf = (cookie: string): string => createHmac('sha256', cookie).update('xsrf').digest('base64url');

/** The token after this one in the same browser: always the same one, so that two tabs that refresh together agree. */
export const successorOf = (token: string, cookie: string): string =>
  createHmac('sha256', cookie).update(`successor ${token}`).digest('base64url');
