/** A unit whose reports may be embedded, and tokens as the host's server signs them. */
import * as contract from '@vitrine/contract/embedding/embedding.ts';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Published } from './publishing.ts';
import { grant, publishingScene } from './publishing.ts';
import type { World } from './world.ts';

export const host = 'https://intranet.example';

type Claims = Record<string, unknown>;

/** HS256 of claims; `alg` and `secret` as somebody else would have them. */
export async function signed(claims: Claims, secret: string, alg = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(new TextEncoder().encode(secret));
}

/** A unit with a secret and a report that everybody of it may see, which may be embedded at `host`. */
export async function embeddingScene(world: World, values: Published = {}, settings: object = {}) {
  const made = await publishingScene(world, { settings: { enable_embedded: true, ...settings } });
  const { admin, ana, unit } = made;
  const report = await made.publish(values);
  await grant(admin, report, { to: 'unit' });
  const { secret } = await admin.call(contract.newSecret, { body: {} });
  const allow = async (changes: object = {}) => {
    const { version } = await admin.call(contract.get, {});
    return admin.call(contract.update, { body: { origins: [host], report_ids: [report.id], version, ...changes } });
  };
  await allow();
  /** What the host's server says now, for Ana. */
  const claims = (changes: Claims = {}): Claims => {
    const now = Math.floor(world.services.now().getTime() / 1000);
    return { iss: unit.id, sub: ana.email, iat: now, exp: now + 120, jti: randomUUID(), origin: host, reports: [report.id], ...changes };
  };
  const token = (changes: Claims = {}, key = secret) => signed(claims(changes), key);
  /** A browser with a frame: no cookies, the token of the session in memory. */
  const enter = async (text: string, browser = world.browser()) => {
    const session = await browser.call(contract.enter, { body: { token: text } });
    browser.token = session.token;
    return { browser, session };
  };
  const refusedAs = async (text: string, browser = world.browser()) => {
    const { status, body } = await browser.refusal(contract.enter, { body: { token: text } });
    return `${status} ${body.status}`;
  };
  return { ...made, report, secret, allow, claims, token, enter, refusedAs };
}
