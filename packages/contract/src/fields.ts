/** Fields that many features share: one rule, one message (docs/reference/product-rules.md 17). */
import { z } from 'zod';
import { maxCents } from './money.ts';

// A NUL cannot be stored by PostgreSQL, and a lone surrogate is no text: both are refused, not repaired.
const clean = (text: string) => !text.includes('\0') && text.isWellFormed();
const singleLine = (text: string) => !/[\r\n]/.test(text);

export const id = z.guid();
/** 1–120 characters, trimmed, one line. */
export const name = z.string().trim().min(1, 'required').max(120).refine(clean, 'invalid').refine(singleLine, 'invalid');
/** Up to so many characters, may be empty. */
export const text = (max: number) => z.string().trim().max(max).refine(clean, 'invalid');
export const description = text(500);
export const email = z.string().trim().toLowerCase().max(254).refine(clean, 'invalid').pipe(z.email('invalid'));
/** `#rrggbb`, lower case. */
export const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'invalid');
/** Date without time, `YYYY-MM-DD`. */
export const day = z.iso.date();
/** A minute on the clock of the unit, `2026-11-21T22:00`. */
export const wallClock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, 'invalid')
  // 30 February would be a day of March.
  .refine((moment) => day.safeParse(moment.slice(0, 10)).success, 'invalid');
/** A moment, ISO-8601 with zone, as the server writes it. */
export const moment = z.string();
/** Guards against silently overwriting what somebody else saved: send back the version you read (409 `conflict`). */
export const version = z.number().int().positive();
/** A path inside the portal, never another site: `/reports?x=1`. */
export const internalPath = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'invalid')
  .refine((path) => !path.includes('\\') && !/%2f|%5c/i.test(path) && !path.split(/[?#]/)[0]?.split('/').includes('..'), 'invalid');

export const locales = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const;
export type Locale = (typeof locales)[number];
export const locale = z.enum(locales);
export const defaultLocale: Locale = 'pt-BR';

/** An amount of money on the wire, in centavos. */
export const cents = z.number().int().min(0).max(maxCents);
