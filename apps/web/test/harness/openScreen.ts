/**
 * The real web in front of the real portal, both in this process:
 *
 *   const { world, openScreen } = await openScreens();
 *   const { unit, person } = await world.unitWithAdmin();
 *   const { screen } = await openScreen('/user', person);
 *   await screen.click('button', 'Novo usuário');
 *
 * A page is opened with what a browser keeps of somebody who signed in before: cookies and stored user. Every call goes
 * through the whole server. Styles are not loaded, nothing has a size, and the stream of live events stays closed, as it
 * does for somebody behind a proxy that cuts it off.
 */
import { connect, origin, page } from './window.ts';
import { openWorld } from '@vitrine/api/test/harness/world.ts';
import type { World } from '@vitrine/api/test/harness/world.ts';
import type { Browser } from '@vitrine/api/test/harness/browser.ts';
import type { Person } from '@vitrine/api/test/harness/population.ts';
import type { Method } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { UserEvent } from '@testing-library/user-event';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { App, loadPortal } from '#app/app.tsx';
import { startBranding } from '#platform/branding.ts';
import { http } from '#platform/http.ts';
import { changeLocale, i18n, startI18n } from '#platform/i18n.ts';
import { storeLocale } from '#platform/locale.ts';
import { maintenance } from '#platform/maintenance.ts';
import { followHistory } from '#platform/navigation.ts';
import { startScheme } from '#platform/scheme.ts';
import { followOtherTabs } from '#platform/otherTabs.ts';
import { openHelp } from '#shell/help/helpState.ts';
import { forgetUser, isSignedIn, storeUser } from '#platform/session.ts';
import { installSessionRules } from '#platform/sessionRules.ts';
import { openingUnit } from '#platform/signInFlow.ts';
import { termsDue } from '#platform/termsDue.ts';
import { question, toasts } from '#platform/toast.ts';
import { noteCall } from './outline.ts';
import type { Part } from './part.ts';
import { partOf } from './part.ts';

export type Opened = {
  screen: Part;
  user: UserEvent;
  /** The same browser at its address, or at another one, as after a reload. */
  reload: (path?: string) => Promise<void>;
  /** Path and query that the browser shows. */
  address: () => string;
  /** What the page sent to this path, once it has. */
  sent: (path: string) => Promise<Sent>;
  /** What the portal answered, as text. */
  answers: string[];
  /** Once every call of the page is answered: the next one is what the test makes it do. */
  quiet: () => Promise<void>;
  /** From now on calls to this path have no network, until it is mended. */
  cutOff: (path: string) => () => void;
  /** From now on calls to this path stay on their way to the portal, or their answers on the way back, until they are let through. */
  holdUp: (path: string, options?: { answered: boolean }) => () => void;
  /** What it stored stays, as with somebody who copied that alone. */
  forgetCookies: () => void;
};

type Sent = { method: Method; path: string; headers: Record<string, string>; body: string };
type Options = { locale?: Locale; host?: string };

/** Nobody is signed in with null. */
export type OpenScreen = (path: string, person: Person | null, options?: Options) => Promise<Opened>;

/** A portal for the tests of one file, and its screens. */
export async function openScreens(...options: Parameters<typeof openWorld>): Promise<{ world: World; openScreen: OpenScreen }> {
  const world = await openWorld(...options);
  afterAll(world.close);
  return { world, openScreen: screensOf(world) };
}

let drawn: { root: Root; element: HTMLElement } | null = null;

function closePage(): void {
  drawn?.root.unmount();
  drawn?.element.remove();
  drawn = null;
}

/** What `main.tsx` does once. */
let started = false;
function start(): void {
  if (started) return;
  started = true;
  startScheme();
  installSessionRules(http);
  followHistory();
  followOtherTabs();
}

/** The page as a browser has it that has just loaded it: what modules remember is gone. */
async function drawPage(path: string, locale: Locale, state: unknown = null): Promise<void> {
  closePage();
  start();
  toasts.set([]);
  question.set(null);
  termsDue.set(false);
  maintenance.set(null);
  openingUnit.set(null);
  history.replaceState(state, '', path);
  storeLocale(locale);
  await Promise.all([i18n.isInitialized ? changeLocale(locale) : startI18n(), startBranding()]);
  if (isSignedIn()) await loadPortal(path);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  drawn = { root, element };
  root.render(createElement(App));
}

/** Calls that are not answered yet. */
let pending = 0;

/** Calls that the portal broke at, such as an answer with names of another unit in it. */
const faults: string[] = [];

/** Nothing is on its way, and what came has been drawn. */
async function becomeQuiet(): Promise<void> {
  for (let still = 0; still < 5; still = pending === 0 ? still + 1 : 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

type Log = { calls: Sent[]; answers: string[] };
/** What happens to calls to a path: they may not arrive, and be held up on the way there and back. */
type Way = { isCutOff: (path: string) => boolean; there: Map<string, Promise<void>>; back: Map<string, Promise<void>> };

/** The browser whose page is open. */
let open: Browser | null = null;

/** Calls of the page reach the portal with the cookies of this browser, and with nothing that the page did not send. */
function connectTo(browser: Browser, { calls, answers }: Log, { isCutOff, there, back }: Way): void {
  open = browser;
  const shareXsrf = () => {
    // What the portal still answers to a page that was left is no cookie of the next one, in which somebody else may be.
    if (open !== browser) return;
    const value = browser.cookies.get('XSRF-TOKEN');
    document.cookie = `XSRF-TOKEN=${value ?? ''}; path=/; secure${value ? '' : '; max-age=0'}`;
  };
  shareXsrf();
  noteCall(null);
  connect(async ({ method, url, headers, body }) => {
    if (isCutOff(url.pathname)) return null;
    await there.get(url.pathname);
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    calls.push({ method, path: url.pathname, headers: given, body: new TextDecoder().decode(body) });
    pending += 1;
    const answer = await browser
      .inject({
        method,
        url: `${url.pathname}${url.search}`,
        headers: { 'x-xsrf-token': '', ...given },
        ...(body.length > 0
          ? { payload: given['content-type'] === 'application/json' ? new TextDecoder().decode(body) : Buffer.from(body) }
          : {}),
      })
      .catch((error: unknown) => {
        faults.push(String(error));
        throw error;
      })
      .finally(() => (pending -= 1));
    answers.push(answer.body);
    noteCall(`${method} ${url.pathname}${url.search} → ${answer.statusCode}${answer.statusCode < 400 ? '' : ` ${answer.body}`}`);
    shareXsrf();
    const answered = new Headers();
    await back.get(url.pathname);
    for (const [name, value] of Object.entries(answer.headers)) if (name !== 'set-cookie') answered.set(name, String(value));
    return { status: answer.statusCode, headers: answered, body: answer.rawPayload };
  });
}

/** The screens of a portal that is already open. */
export function screensOf(world: World): OpenScreen {
  const errors = vi.spyOn(console, 'error');
  afterEach(async () => {
    closePage();
    await becomeQuiet();
    connect(null);
    const written = errors.mock.calls.map((parts) => parts.map(String).join(' '));
    errors.mockClear();
    expect(faults.splice(0), 'calls that broke').toEqual([]);
    expect(written, 'errors in the console').toEqual([]);
  });

  return async (path, person, { locale = 'pt-BR', host = 'portal.example' } = {}) => {
    closePage();
    page.happyDOM.setURL(host === 'portal.example' ? `${origin}/` : `https://${host}/`);
    localStorage.clear();
    sessionStorage.clear();
    forgetUser();
    openHelp.set(null);
    const browser = person ? await world.signIn(person, { host }) : world.browser({ host });
    if (person && browser.token) {
      const user = {
        id: person.id,
        email: person.email,
        name: person.name,
        partner_id: person.role === 'partner' ? person.partner_id : null,
        role: person.role,
        auth_type: 'password' as const,
      };
      storeUser({ user, token: browser.token, tenant_id: person.tenant_id, intended: '/' });
    }
    // The page sends the token itself, or it is not sent.
    browser.token = null;
    const calls: Sent[] = [];
    const cut = new Set<string>();
    const answers: string[] = [];
    const way: Way = { isCutOff: (path) => cut.has(path), there: new Map(), back: new Map() };
    connectTo(browser, { calls, answers }, way);
    await drawPage(path, locale);
    const user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 });
    const address = () => `${location.pathname}${location.search}`;
    return {
      screen: partOf(document.body, user),
      user,
      address,
      sent: (path) => vi.waitUntil(() => calls.find((call) => call.path === path), { timeout: 30_000 }),
      answers,
      quiet: becomeQuiet,
      cutOff(path) {
        cut.add(path);
        return () => void cut.delete(path);
      },
      holdUp(path, { answered = false } = { answered: false }) {
        const held = answered ? way.back : way.there;
        const { promise, resolve } = Promise.withResolvers<void>();
        held.set(path, promise);
        return () => {
          held.delete(path);
          resolve();
        };
      },
      forgetCookies: () => browser.cookies.clear(),
      // A browser keeps what the page left with its entry in the history.
      reload: (to = address()) => drawPage(to, locale, to === address() ? history.state : null),
    };
  };
}
