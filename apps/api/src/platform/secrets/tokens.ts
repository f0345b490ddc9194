/** Random tokens: 256 bits, shown once, stored only as SHA-256. */
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

/** The successor of a token: derived from it, so that two tabs that refresh at the same time get the same one. */
export const successorOf = (token: string, cookie: string): string =>
  createHmac('sha256', cookie).update(`successor ${token}`).digest('base64url');
