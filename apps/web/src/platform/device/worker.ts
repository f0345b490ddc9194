/** The worker of the portal in this browser (`public/sw.js`): what it says without a network is kept in the language of the page. */
import { renewDevice } from './push.ts';

const kept = 'vitrine-offline';

export async function keepWorker(language: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const page = await fetch('/offline', { headers: { lang: language } });
  if (page.ok) await (await caches.open(kept)).put('/offline', page);
  await renewDevice();
}
