import type { SentError } from '@vitrine/powerbi/wire/errors.ts';

/** How the service words an error body (docs/reference/powerbi.md A0): (a) code and message, (b) code and Power BI details, (d) the gateway's message, (e) nothing. */
export type ErrorShape = 'message' | 'details' | 'gateway' | 'empty';

/** A refusal by Power BI REST. `code` also travels in `x-powerbi-error-info`. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly shape: ErrorShape;
  /** Seconds after which it may be sent again. */
  retry_after_s: number | undefined;
  /** What the Power BI details of shape (b) list, by code. */
  details: Record<string, string> = {};

  constructor(status: number, code: string, message = '', shape: ErrorShape = message === '' ? 'details' : 'message') {
    super(message);
    this.status = status;
    this.code = code;
    this.shape = shape;
  }
}

/** Beyond a limit of time: answered without a code, as by the gateway in front of the real service. */
export const tooManyRequests = (retry_after_s: number): ServiceError => {
  const text = 'You have exceeded the amount of requests allowed in the current time frame and further requests will fail.';
  const refusal = new ServiceError(429, '', text, 'gateway');
  refusal.retry_after_s = retry_after_s;
  return refusal;
};

export const invalidRequest = (message: string): ServiceError => new ServiceError(400, 'InvalidRequest', message);
export const notFound = (): ServiceError => new ServiceError(404, 'PowerBIEntityNotFound');
/** A workspace that does not exist and one that the caller may not see are the same answer. */
export const groupNotAccessible = (): ServiceError => new ServiceError(401, 'GroupNotAccessible');
export const capacityNotActive = (): ServiceError =>
  new ServiceError(404, 'CapacityNotActive', 'The capacity of this workspace is not active.');
export const notAuthorized = (): ServiceError => new ServiceError(403, 'PowerBINotAuthorizedException');

const detailsOf = ({ details }: ServiceError) => Object.entries(details).map(([code, value]) => ({ code, detail: { type: 1, value } }));

export const errorBody = (error: ServiceError): SentError | undefined => {
  switch (error.shape) {
    case 'message':
      return { error: { code: error.code, message: error.message } };
    case 'details':
      return {
        error: { code: error.code, 'pbi.error': { code: error.code, parameters: {}, details: detailsOf(error), exceptionCulprit: 1 } },
      };
    case 'gateway':
      return { Message: error.message };
    case 'empty':
  }
  return undefined;
};
