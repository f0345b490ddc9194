import { ServiceError } from '../serviceError.ts';

export type FilePart = { bytes: Buffer; filename: string | undefined };

const broken = (): ServiceError => new ServiceError(400, 'InvalidRequest', 'The request body is not a multipart form with one file.');

const lineBreak = '\r\n';

/**
 * The first part of a multipart body. Microsoft's own client sends the file with a bare `Content-Disposition: form-data`,
 * without name and file name (docs/reference/powerbi.md A6), which parsers of forms leave out.
 */
export const filePart = (body: Buffer, contentType: string): FilePart => {
  const boundary = /boundary=(?:"(?<quoted>[^"]+)"|(?<plain>[^;\s]+))/i.exec(contentType)?.groups;
  const mark = Buffer.from(`--${boundary?.['quoted'] ?? boundary?.['plain'] ?? ''}`);
  const start = body.indexOf(mark);
  if (!boundary || start < 0) throw broken();
  const headersAt = start + mark.length + lineBreak.length;
  const headersEnd = body.indexOf(lineBreak.repeat(2), headersAt - lineBreak.length);
  const end = body.indexOf(Buffer.concat([Buffer.from(lineBreak), mark]), headersEnd);
  if (headersEnd < 0 || end < 0) throw broken();
  const headers = body.subarray(headersAt, headersEnd).toString('utf8');
  return {
    bytes: body.subarray(Math.min(end, headersEnd + 2 * lineBreak.length), end),
    filename: /filename="(?<name>[^"]*)"/i.exec(headers)?.groups?.['name'],
  };
};
