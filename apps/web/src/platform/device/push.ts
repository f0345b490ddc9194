/** Notices on this device, by the browser's own standard: whether it can, whether the person lets it, and where the notices go. */
import { add, key, remove } from '#endpoints/notifications/pushDevices.ts';
import { call } from '#platform/http.ts';
import { currentUser, isActing } from '#platform/session.ts';
import { rememberView, storage } from '#platform/storage.ts';

/** `install`: the browser does it for installed applications alone (iPhone, iPad). `denied`: the person has to change it in the browser. */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

const isApple = () => /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac OS X') && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscriptionOfBrowser(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!canPush()) return isApple() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && (await subscriptionOfBrowser()) !== null;
  return isOn && storage.read('bi:view')?.push_person === currentUser()?.id ? 'on' : 'off';
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function tellPortal(subscription: PushSubscription): Promise<void> {
  const keys = { p256dh: base64url(subscription.getKey('p256dh')), auth: base64url(subscription.getKey('auth')) };
  await call(add, { body: { endpoint: subscription.endpoint, keys } });
}

/** Only ever on the person's click: browsers ask then. False: the person said no, or closed the question. */
export async function allowPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { public_key } = await call(key, {});
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const subscription = known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  await tellPortal(subscription);
  rememberView({ push_person: currentUser()?.id ?? '' });
  return true;
}

/** This browser forgets it; what the portal has is removed by its id. */
export async function forgetPush(id: string | null): Promise<void> {
  if (id !== null) await call(remove, { params: { id } });
  await (await subscriptionOfBrowser())?.unsubscribe();
  rememberView({ push_person: '' });
}

/** A new session of the same person goes on being told here; whoever else signs in ends it. */
export async function renewDevice(): Promise<void> {
  const [user, owner] = [currentUser(), storage.read('bi:view')?.push_person];
  if (!user || !owner || isActing(user) || !canPush() || Notification.permission !== 'granted') return;
  const subscription = await subscriptionOfBrowser();
  if (!subscription) return;
  if (owner === user.id) await tellPortal(subscription);
  else {
    await subscription.unsubscribe();
    rememberView({ push_person: '' });
  }
}
