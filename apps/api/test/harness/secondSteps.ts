/** Signing in in two steps, and setting a second factor up, as tests do it. */
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import type { Person } from './population.ts';
import type { World } from './world.ts';

export function secondStepsIn(world: World) {
  const credentials = ({ email, password }: Person) => ({ body: { email, password } });
  const codeOf = (secret: string, at = world.services.now()) => new TOTP({ secret }).generate({ timestamp: at.getTime() });
  const later = (seconds: number, from = world.services.now()) => world.setTime(new Date(from.getTime() + seconds * 1000));

  const codesIn = async (email: string) => (await world.mailsTo(email)).flatMap((mail) => /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? []);
  const mailedCode = async (email: string) => {
    await expect.poll(async () => (await codesIn(email)).length).toBeGreaterThan(0);
    return (await codesIn(email)).at(-1) ?? '';
  };

  /** The password was right: what the portal asks for next. */
  async function begin(browser: Browser, person: Person) {
    const answer = await browser.call(login, credentials(person));
    if (!('status' in answer)) throw new Error('No second step was asked for');
    return answer;
  }

  /** Somebody who is asked to set a second factor up, and the link for it. */
  async function beginSetup(person: Person, browser = world.browser()) {
    const { body } = await browser.refusal(login, credentials(person));
    expect(body.status).toBe('redirect_two_factor');
    return { browser, token: body.token ?? '' };
  }

  async function withApp(person: Person) {
    const { browser, token } = await beginSetup(person);
    const { secret } = await browser.call(contract.setupAppStart, { body: { token } });
    const { recovery_codes } = await browser.call(contract.setupApp, { body: { token, code: codeOf(secret) } });
    return { browser, token, secret, recovery_codes };
  }

  const strictUnit = (settings: Record<string, unknown> = {}) => world.unit({ settings: { require_second_factor: true, ...settings } });

  return { begin, beginSetup, codeOf, codesIn, credentials, later, mailedCode, strictUnit, withApp };
}
