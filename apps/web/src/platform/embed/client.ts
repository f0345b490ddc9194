/** powerbi-client weighs 42 KB and only the viewer needs it: it is a chunk of its own, fetched before it is needed. */
import type * as Client from 'powerbi-client';
import { localReportingOrigin, openGate, reportPage } from './embedGate.ts';

export type Service = Client.service.Service;

let loading: Promise<Service> | null = null;

async function start(): Promise<Service> {
  const client = await import('powerbi-client');
  const origin = localReportingOrigin();
  if (origin) openGate(client, origin);
  // The service that the client creates itself. A second one would answer every message twice.
  return window.powerbi;
}

/** Loads the client once. After a failure the next call tries again. */
export function loadClient(): Promise<Service> {
  loading ??= start().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

let warm = false;

/**
 * Preloads what the first report needs: the client, and in a hidden frame the scripts of the embed page.
 * Called when the browser is idle after a list was shown; does nothing the second time.
 */
export async function warmUp(): Promise<void> {
  if (warm) return;
  warm = true;
  await loadClient();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = reportPage();
  frame.addEventListener('load', () => setTimeout(() => frame.remove(), 5000));
  document.body.append(frame);
}
