import type { EmbedError } from '../definitions/embedError.ts';

/** A question that cannot be answered; its words reach the host of the report as they are. */
export class QueryError extends Error {
  readonly errorCode: string;

  constructor(errorCode: string, message: string) {
    super(message);
    this.name = 'QueryError';
    this.errorCode = errorCode;
  }
}

/** The error event that Power BI raises for a visual. */
export function visualError(error: QueryError): EmbedError {
  return { message: 'QueryUserError', detailedMessage: error.message, errorCode: error.errorCode, level: 3 };
}
