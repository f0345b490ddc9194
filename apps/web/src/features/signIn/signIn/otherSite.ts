/**
 * Going to the sign-in page of another site and coming back: in a pop-up, which hands what came to the page that opened it, or in this
 * same window where the browser blocks pop-ups. The other site's pages cut the pop-up off from its opener, so the two find each
 * other through a channel, and what came lies in `bi:azure_sso`, from where it is taken once.
 */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { Failure } from '#platform/failure.ts';
import { afterSignOut, finishWith } from '#platform/signInFlow.ts';
import { storage } from '#platform/storage.ts';
import type { Answer } from './refusals.ts';
import { answerTo } from './refusals.ts';

const popupFeatures = 'popup,width=520,height=680';
/** How long the pop-up waits for the page that opened it. */
const answersWithinMs = 700;

type Message = 'came' | 'taken';

/** A way in by another site. */
export type Way = {
  /** By which its windows find each other. */
  channel: string;
  /** Where the browser goes. */
  begin: () => Promise<string>;
  /** Signs in with what came back. */
  finish: (returned: Record<string, string>) => Promise<SignedIn>;
};
type Returning = Pick<Way, 'channel' | 'finish'>;

/** What is kept while the other site has this same window: where the person wanted to go. */
const searchKey = 'search';

/** The sentence of a refusal is the server's, also where the sign-in page has none of its own. */
export function answerOf(failure: Failure): Answer {
  const answer = answerTo(failure);
  return answer.kind === 'form' && answer.text === 'unknown' && failure.message !== '' ? { ...answer, text: 'server' } : answer;
}

const complete = async ({ finish }: Returning, returned: Record<string, string>): Promise<void> => {
  await afterSignOut();
  finishWith(await finish(returned));
};

/** Goes there in this window. */
export async function goInThisWindow({ begin }: Way): Promise<void> {
  const url = await begin();
  storage.write('bi:azure_sso', { [searchKey]: location.search });
  location.assign(url);
}

/**
 * Opens the pop-up, or goes there in this window where it is blocked. To be called by the press itself, or browsers block the pop-up.
 * Whether there is a pop-up now.
 */
export async function goTo(way: Way): Promise<boolean> {
  storage.remove('bi:azure_sso');
  const popup = window.open('about:blank', '_blank', popupFeatures);
  if (!popup) {
    await goInThisWindow(way);
    return false;
  }
  try {
    popup.location.href = await way.begin();
    return true;
  } catch (error) {
    popup.close();
    throw error;
  }
}

/** Waits for the pop-up; answers what ends the waiting. */
export function whenBack(way: Returning, onFailure: (error: unknown) => void): () => void {
  const channel = new BroadcastChannel(way.channel);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const returned = data === 'came' ? storage.take('bi:azure_sso') : null;
    if (!returned) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin alone.
    channel.postMessage('taken' satisfies Message);
    complete(way, returned).catch(onFailure);
  });
  return () => channel.close();
}

/** Whether somebody took what the pop-up brought. */
const handOver = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(name);
    const end = (taken: boolean) => {
      channel.close();
      resolve(taken);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => data === 'taken' && end(true));
    setTimeout(() => end(false), answersWithinMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin alone.
    channel.postMessage('came' satisfies Message);
  });

/** Arrives with the values of the address. `handed`: another page goes on with them. */
export async function arriveBy(way: Returning, returned: Record<string, string>): Promise<'handed' | 'in'> {
  const kept = storage.take('bi:azure_sso')?.[searchKey];
  if (kept === undefined) {
    storage.write('bi:azure_sso', returned);
    if (await handOver(way.channel)) return 'handed';
    storage.remove('bi:azure_sso');
  } else history.replaceState(null, '', `${location.pathname}${kept}`);
  await complete(way, returned);
  return 'in';
}
