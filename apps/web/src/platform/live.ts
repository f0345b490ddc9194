/**
 * Live events of the server. The stream is read with `fetch`, because `EventSource` cannot send the session's
 * token. Browsers allow few connections to a host, so one tab listens and passes events to the others.
 */
import type { LiveEvent, Topic } from '@vitrine/contract/system/live.ts';
import { useEffect, useRef } from 'react';
import { call } from './http.ts';
import { currentUser, isSignedIn } from './session.ts';
import { feed, newReader } from './liveReader.ts';
import { remoteConfig } from '#endpoints/settings/settings.ts';

type Handler = (about: Record<string, string>) => void;

const handlers = new Map<Topic, Set<Handler>>();
const longestPauseMs = 30_000;
let started = false;

function tell({ topic, about }: LiveEvent): void {
  for (const handler of handlers.get(topic) ?? []) handler(about);
}

/** Calls all listeners, because events may have been missed. */
const tellAll = () => {
  for (const topic of handlers.keys()) tell({ topic, about: {} });
};

/** Runs on events of the topic, and after a gap in which events may have been missed; `about` is empty then. */
export function useLive(topic: Topic, handler: Handler): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const run: Handler = (about) => latest.current(about);
    const all = handlers.get(topic) ?? new Set();
    handlers.set(topic, all.add(run));
    startLive();
    return () => void all.delete(run);
  }, [topic]);
}

/** Started once per page: signing out does not reload the page, so the loop waits for the next session. */
function startLive(): void {
  if (started) return;
  started = true;
  const tabs = new BroadcastChannel('vitrine-live');
  tabs.addEventListener('message', ({ data }: MessageEvent<LiveEvent | 'all'>) => (data === 'all' ? tellAll() : tell(data)));
  const hear = (event: LiveEvent | 'all') => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    tabs.postMessage(event);
    if (event === 'all') tellAll();
    else tell(event);
  };
  // Without TLS the Web Locks API is missing, and every tab listens for itself.
  const locks = navigator.locks as LockManager | undefined;
  void (locks ? locks.request('vitrine-live', () => listenForEver(hear)) : listenForEver(hear));
}

async function listenForEver(hear: (event: LiveEvent | 'all') => void): Promise<never> {
  let last: string | null = null;
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (isSignedIn()) {
      const began = Date.now();
      last = await listenOnce(last, hear).catch(() => null);
      if (Date.now() - began > longestPauseMs) pauseMs = 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Reads until the stream ends; returns the id of the last event, or null when missed events cannot be fetched. */
async function listenOnce(last: string | null, hear: (event: LiveEvent | 'all') => void): Promise<string | null> {
  const token = currentUser()?.token ?? '';
  const response = await fetch(`/api/live${last ? `?last=${encodeURIComponent(last)}` : ''}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    cache: 'no-store',
  });
  if (!response.ok || !response.body) return null;
  if (last === null) hear('all');
  const reader = newReader(last);
  for await (const chunk of chunksOf(response.body.pipeThrough(new TextDecoderStream()))) {
    for (const event of feed(reader, chunk)) {
      if (event.name === 'ended') {
        // The next API call handles the reason.
        await call(remoteConfig, {}).catch(() => undefined);
        return null;
      }
      if (event.name === 'anew') hear('all');
      if (event.name === 'message') hear(JSON.parse(event.data) as LiveEvent);
    }
  }
  return reader.last;
}

async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
