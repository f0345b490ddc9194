/** `fail('user_limit_reached', { limit })` is the only way to refuse. */
import type { ErrorBody, ErrorWord } from '@vitrine/contract/errors.ts';
import { errors } from '@vitrine/contract/errors.ts';
import type fields from '@vitrine/messages/pt-BR/fields.json';

/** Why a field is refused: the keys of `fields.reasons` of the catalogue. */
export type FieldReason = keyof (typeof fields)['reasons'];
/** A reason with the bound that was broken, if it has one: `too_long:120`. */
export type Refusal = FieldReason | `${FieldReason}:${number}`;

type Extra = Pick<ErrorBody, 'errors' | 'token' | 'ip' | 'opens_at' | 'retry_after' | 'notice'> & {
  /** What is behind it: the sentence of this word becomes the notice. */
  because?: ErrorWord;
};

/** Whoever sends a thousand wrong fields is told of ten, whoever makes names up of their beginning. */
export const namedFields = 10;
const maxNameLength = 120;

const named = (errors: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, namedFields)
      .map(([field, reasons]) => [field.slice(0, maxNameLength).toWellFormed(), reasons]),
  );

/** A refusal of the catalogue on its way to the one error handler, which finds the sentence in the caller's language. */
export class Failure extends Error {
  readonly word: ErrorWord;
  /** Values of the sentence's placeholders. */
  readonly values: Record<string, string | number>;
  readonly extra: Extra;
  readonly status: number;

  constructor(word: ErrorWord, values: Record<string, string | number> = {}, extra: Extra = {}, cause?: unknown) {
    super(word, { cause });
    this.word = word;
    this.values = values;
    this.extra = extra.errors ? { ...extra, errors: named(extra.errors) } : extra;
    // A throttled sign-in says the same as a wrong password, but slows down (docs/reference/product-rules.md 2.1).
    this.status = extra.retry_after === undefined || errors[word] >= 500 ? errors[word] : 429;
  }
}

/** Refuses with a word of the catalogue; `extra` adds fields of the error body, `cause` goes to the log only. */
export function fail(word: ErrorWord, values?: Record<string, string | number>, extra?: Extra, cause?: unknown): never {
  throw new Failure(word, values, extra, cause);
}

/** Refuses single fields: `{ email: 'taken' }`; `values` fill the placeholders of the reasons' sentences. */
export function failFields(fields: Record<string, Refusal | Refusal[]>, values: Record<string, string | number> = {}): never {
  throw new Failure('invalid', values, {
    errors: Object.fromEntries(Object.entries(fields).map(([field, reasons]) => [field, [reasons].flat()])),
  });
}

/** The row, or 404: the same answer for a row of another tenant as for a missing one. */
export function found<Row>(row: Row | undefined, word: ErrorWord = 'not_found'): Row {
  return row ?? fail(word);
}
