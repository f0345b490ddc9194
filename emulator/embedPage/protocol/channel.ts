import { newMessageId, readRequest } from './messages.ts';
import { answer } from './router.ts';
import type { Route } from './router.ts';

export type Channel = {
  /** Answers messages of the host, and of no other window, from now on; queued messages are answered first. */
  listen: (routes: readonly Route[]) => void;
  /** Posts an event of the embed with this uid to the host, without waiting for its acknowledgement. */
  emit: (collection: 'reports' | 'dashboards' | 'tile', uid: string, name: string, body?: unknown) => void;
};

/** What was asked for before this bundle ran: the report, and what its visuals ask first. */
type EarlyAnswers = { report: Promise<Response>; answers?: Promise<Response> };

declare global {
  interface Window {
    /** What inbox.js gathered before this bundle ran. */
    embedInbox?: { take(): unknown[]; takeEarly(id: string, token: string): EarlyAnswers | undefined };
  }
}

export function createChannel(host: Window): Channel {
  const post = (message: unknown): void => host.postMessage(message, '*');

  return {
    listen(routes) {
      const receive = async (data: unknown): Promise<void> => {
        const request = readRequest(data);
        if (!request) return;
        const { status, body, after } = await answer(routes, request);
        post({ statusCode: status, headers: { id: request.headers.id }, body: body ?? null });
        after?.();
      };
      window.addEventListener('message', (event) => {
        if (event.source === host) void receive(event.data);
      });
      for (const data of window.embedInbox?.take() ?? []) void receive(data);
    },
    emit(collection, uid, name, body = null) {
      post({ method: 'POST', url: `/${collection}/${uid}/events/${name}`, headers: { id: newMessageId() }, body });
    },
  };
}
