/** Uploads a file in parts, so that a failure only repeats one part. */
import type { Endpoint, Request } from '@vitrine/contract/endpoint.ts';
import type { ReportUpload } from '@vitrine/contract/reports/reportUploads.ts';
import { begin, finish, sendPart, uploadLimits } from '#endpoints/reports/reportUploads.ts';
import { failureOf, isAborted } from '#platform/failure.ts';
import { call } from '#platform/http.ts';

const tries = 4;
const firstPauseMs = 1000;

/** Repeats a part while the server does not answer; a refusal is final. */
async function insist<E extends Endpoint>(endpoint: E, request: Request<E>, signal: AbortSignal): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await call(endpoint, request, signal);
      return;
    } catch (error) {
      const { status } = failureOf(error);
      const isGone = status === null || status === 502 || status === 503 || status === 504;
      if (isAborted(error) || !isGone || tried === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (tried - 1)));
    }
  }
}

/** Resolves when the upload is complete and publishing has started. */
export async function sendFile(
  file: File,
  body: Request<typeof begin>['body'],
  { onPercent, signal }: { onPercent: (percent: number) => void; signal: AbortSignal },
): Promise<ReportUpload> {
  const { id } = await call(begin, { body }, signal);
  const { partBytes } = uploadLimits;
  for (let [number, sent] = [0, 0]; sent < file.size; number++, sent += partBytes) {
    onPercent(Math.floor((100 * sent) / file.size));
    await insist(sendPart, { params: { id, number: String(number) }, body: file.slice(sent, sent + partBytes) }, signal);
  }
  onPercent(100);
  return call(finish, { params: { id } }, signal);
}
