/** A push service as browsers have one, and browsers that read what it takes: it checks who sends (VAPID) and the browser decrypts (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Shown = { title: string; body: string; url: string; tag: string; language: string };
type Taken = { shown: Shown; headers: IncomingHttpHeaders; claims: { aud: string; exp: number; sub: string }; key: string };

export type PushBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  taken: Taken[];
};
export type PushService = {
  origin: string;
  browser: () => PushBrowser;
  /** What every call is answered with, 201 by default. */
  answer: (status: number) => void;
  calls: () => number;
  close: () => Promise<void>;
};

const part = (bytes: Buffer, at: number, length?: number) => bytes.subarray(at, length === undefined ? undefined : at + length);
const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291 with one record of RFC 8188. */
function decrypted(sent: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = part(sent, 0, 16);
  const senderLength = sent.readUInt8(20);
  const sender = part(sent, 21, senderLength);
  const sealed = part(sent, 21 + senderLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const ikm = derived(own.computeSecret(sender), auth, info, 32);
  const key = derived(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Throws where the signature is not that of the key that stands beside it. */
function signedBy(authorization: string): { claims: Taken['claims']; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinate = (at: number) => part(point, at, 32).toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) } });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('The signature is not that of the key');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Taken['claims'], key };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const each of request) parts.push(each as Buffer);
  return Buffer.concat(parts);
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, (sent: Buffer, headers: IncomingHttpHeaders) => void>();
  let status = 201;
  let calls = 0;
  const server = createServer((request, response) => {
    void bytesOf(request).then((sent) => {
      calls++;
      if (status === 201) browsers.get(request.url ?? '')?.(sent, request.headers);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    calls: () => calls,
    answer: (next) => {
      status = next;
    },
    browser() {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const taken: Taken[] = [];
      browsers.set(path, (sent, headers) =>
        taken.push({ shown: JSON.parse(decrypted(sent, own, auth)) as Shown, headers, ...signedBy(headers.authorization ?? '') }),
      );
      const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { subscription: { endpoint: `${origin}${path}`, keys }, taken };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
