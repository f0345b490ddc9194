/**
 * The attempts of a network are looked at before the body of a stranger is read. The handler of the endpoint counts the attempt;
 * a body that never reaches it is counted here, so that sending what nobody can read is not free.
 */
import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as embedding from '@vitrine/contract/embedding/embedding.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import * as signIn from '@vitrine/contract/signIn/signIn.ts';
import type { FastifyRequest } from 'fastify';
import type { Services } from './context.ts';
import { scoped } from '#platform/database/scoped.ts';
import { deviceCookieOf } from '#platform/http/cookies.ts';
import { fail } from '#platform/http/fail.ts';
import { countStranger, fullFor, ofNetwork } from '#platform/http/rateLimit.ts';
import { hashToken } from '#platform/secrets/tokens.ts';

type Rule = 'network' | 'reset_network' | 'register_network';
/** By which rule an endpoint is counted besides that of guesses, and what it says when no attempt is left: signing in says the same as to a wrong password. */
type Counting = { rule: Rule; word: ErrorWord };

const guessed: Endpoint[] = [
  steps.verifyCode,
  steps.sendCode,
  steps.verifyPasskeyOptions,
  steps.verifyPasskey,
  steps.passkeySignIn,
  steps.setupForm,
  steps.setupAppStart,
  steps.setupApp,
  steps.setupEmailStart,
  steps.setupEmail,
  steps.setupPasskeyOptions,
  steps.setupPasskey,
  steps.setupFinish,
  signIn.newPasswordForm,
  signIn.newPassword,
  signIn.arriveFromOtherDomain,
  registration.registerForm,
  registration.registerFinish,
  embedding.enter,
];

const countings = new Map<Endpoint, Counting>([
  [signIn.login, { rule: 'network', word: 'error_user_or_password' }],
  [signIn.forgotPassword, { rule: 'reset_network', word: 'throttled' }],
  [registration.register, { rule: 'register_network', word: 'throttled' }],
  ...guessed.map((endpoint): [Endpoint, Counting] => [endpoint, { rule: 'network', word: 'throttled' }]),
]);
/** A display is known by the key in its body: what it sends is counted when it cannot be read, and refused by its handler alone. */
const countsUnread = (endpoint: Endpoint): boolean => countings.has(endpoint) || endpoint === playlists.loginPlaylist;

type Needed = Pick<Services, 'database' | 'now'>;

function deviceHashOf(request: FastifyRequest): Buffer | null {
  const device = deviceCookieOf(request);
  return device === undefined ? null : hashToken(device);
}

/** Refuses a stranger from a network without attempts left, before the body is read. */
export async function refuseFull({ database, now }: Needed, request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const counting = countings.get(endpoint);
  if (!counting) return;
  const full = (rule: Rule) => fullFor(ofNetwork(rule, request.incoming.ip), deviceHashOf(request), now());
  const answers = await scoped(database, { kind: 'identity' }, { readOnly: true }).run(full('network'), full(counting.rule));
  const seconds = Math.max(0, ...answers.flat().map((answer) => answer.seconds));
  if (seconds > 0) fail(counting.word, {}, { retry_after: seconds });
}

/** Counts a body that could not be read as an attempt. */
export async function countUnread({ database, now }: Needed, request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  if (!countsUnread(endpoint)) return;
  const counted = ofNetwork('network', request.incoming.ip);
  await scoped(database, { kind: 'identity' }).run(countStranger(counted, deviceHashOf(request), now()));
}
