/** Bodies that are the bytes of one file, sent as they are. */
import { z } from 'zod';

/** The body of an endpoint that takes a file. A `Blob` in the browser, bytes on the server. */
export const upload = z.custom<Blob | Uint8Array<ArrayBuffer>>(
  (value) => value instanceof Uint8Array || (typeof Blob !== 'undefined' && value instanceof Blob),
);
