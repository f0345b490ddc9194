/** Sends a file part by part: a slow line loses one part, never all of them. */
import type { Endpoint, Request } from '@vitrine/contract/endpoint.ts';
import type { ReportUpload } from '@vitrine/contract/features/reportUploads.ts';
import { begin, finish, sendPart, uploadLimits } from '@vitrine/contract/features/reportUploads.ts';
import { failureOf, isAborted } from '../../core/failure.ts';
import { call } from '../../core/http.ts';

const tries = 4;
const firstPauseMs = 1000;

/** Sent again while nobody answers; a refusal is final. */
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

/** Ends when the service has been asked to publish it. */
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
