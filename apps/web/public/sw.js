// The portal's worker: shows notices that are pushed to this device, and says without a network what cannot be done then. It keeps one page
// and its script, and nothing else: everything that the portal shows comes from the server.
const kept = 'vitrine-offline';
const [page, script] = ['/offline', '/offline.js'];

self.addEventListener('install', (event) => {
  // A page that is open may have put it there in the language of the person.
  const keep = async () => {
    const cache = await caches.open(kept);
    await cache.add(script);
    if (!(await cache.match(page))) await cache.add(page);
  };
  event.waitUntil(Promise.all([keep(), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  // Pages are asked for while the worker is still starting.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const cache = await caches.open(kept);
    return (await cache.match(page)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate') event.respondWith(fromNetwork(event));
  else if (new URL(url).pathname === script)
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(script)) ?? Response.error()));
});

self.addEventListener('push', (event) => {
  const { title, body, url, tag, language } = event.data.json();
  const options = { body, tag, lang: language, icon: '/app-icon/192.png', badge: '/app-icon/maskable.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

// A window that shows the portal already is led there; where there is none, one is opened.
async function lead(address) {
  const target = new URL(address, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).origin === target.origin && !new URL(url).pathname.startsWith('/embedded/'));
  if (!open) return self.clients.openWindow(target.href);
  await open.focus();
  // A window that this worker does not look after yet cannot be led.
  return open.navigate(target.href).catch(() => self.clients.openWindow(target.href));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});
