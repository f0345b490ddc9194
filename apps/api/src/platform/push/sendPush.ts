/** A notice to a browser by the push service that it names (RFC 8030): encrypted for the browser (RFC 8291), signed by the portal (VAPID, RFC 8292). */
import webPush from 'web-push';
import { wayTo } from '#platform/http/fetchPublic.ts';

const patienceMs = 8000;
/** A device that is off for longer is not told any more: the notice stands in the portal. */
const keptSeconds = 86_400;

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
export type PushKeys = { public_key: string; private_key: string };

export const newPushKeys = (): PushKeys => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { public_key: publicKey, private_key: privateKey };
};

/** The service may take it later. */
class NotPushed extends Error {
  override name = 'NotPushed';
}

/** `gone`: the browser wants nothing more. `refused`: the service takes this one never. */
type Outcome = 'taken' | 'gone' | 'refused';

type Push = {
  subscription: Subscription;
  payload: string;
  keys: PushKeys;
  /** Where a push service finds whoever is behind the portal. */
  subject: string;
  urgent: boolean;
  /** Of two that wait at the service with the same topic, the later replaces the earlier. */
  topic: string;
  /** Whether the service may be inside our own network, and without TLS: never in production. */
  inside: boolean;
};

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) throw new NotPushed(`The push service answered with ${status}`);
  return 'refused';
}

/** Rejects with `NotPushed` or `NotFetched` where another try may succeed. What the service says besides is not read. */
export async function sendPush({ subscription, payload, keys, subject, urgent, topic, inside }: Push): Promise<Outcome> {
  const { url, request, lookup } = await wayTo(subscription.endpoint, { inside });
  const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: keptSeconds,
    urgency: urgent ? 'high' : 'normal',
    topic,
  });
  const status = await new Promise<number>((resolve, reject) => {
    const fail = (cause: unknown) => reject(new NotPushed('The push service did not answer', { cause }));
    const call = request(url, { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(patienceMs), ...lookup }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    call.on('error', fail);
    call.end(body);
  });
  return outcomeOf(status);
}
