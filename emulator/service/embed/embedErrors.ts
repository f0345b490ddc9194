import type { EmbedError } from '../../definitions/embedError.ts';

const fatal = 6;
const plain = 3;

/** The words that the embed page raises as error events (docs/reference/powerbi.md B8). */
export const embedErrors = {
  reportNotFound: { message: 'LoadReportFailed', detailedMessage: 'Get report failed', errorCode: '404', level: fatal },
  reportNotCovered: { message: 'LoadReportFailed', detailedMessage: 'Get report failed', errorCode: '403', level: fatal },
  reportIdMalformed: { message: 'LoadReportFailed', detailedMessage: 'Get report failed', errorCode: '500', level: fatal },
  wrongGroup: { message: 'PowerBINotAuthorizedException', detailedMessage: 'Get report failed', errorCode: '401', level: fatal },
  editingNotAllowed: {
    message: 'PowerBINotAuthorizedException',
    detailedMessage: 'The token does not allow editing',
    errorCode: '403',
    level: plain,
  },
  copyingNotAllowed: {
    message: 'PowerBINotAuthorizedException',
    detailedMessage: 'The token does not allow saving a copy in this workspace',
    errorCode: '403',
    level: plain,
  },
} satisfies Record<string, EmbedError>;

/** The HTTP status that carries an error to the page. */
export function statusOf(error: EmbedError): number {
  if (error.errorCode === '401') return 401;
  return error.errorCode === '404' || error.errorCode === '500' ? 404 : 403;
}
