/** The page around the frame: what it is told, and the tokens that it hands over. */
import type { HostMessage, PageMessage } from '@vitrine/embed/messages.ts';

export type Host = {
  tell: (message: PageMessage) => void;
  /** From now on only this origin is told anything. */
  trust: (origin: string) => void;
};

/** The token in a message of the host; null for anything else. */
function tokenIn(data: unknown): string | null {
  const { type, token } = (typeof data === 'object' && data !== null ? data : {}) as Partial<HostMessage>;
  return type === 'vitrine:token' && typeof token === 'string' ? token : null;
}

/**
 * Until the portal has said who holds the frame, whoever does is told words without content. A token is taken from the page around alone,
 * and it has to name the origin that it came from.
 */
export function openHost(onToken: (token: string, origin: string) => void): Host {
  let target = '*';
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || (target !== '*' && origin !== target)) return;
    const token = tokenIn(data);
    if (token !== null) onToken(token, origin);
  });
  return {
    tell: (message) => parent.postMessage(message, target),
    trust: (origin) => {
      target = origin;
    },
  };
}
