/** A provider that may say anything: discovery, keys and tokens as a test wants them, over real HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWTPayload } from 'jose';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { uuidv7 } from '#platform/database/uuid.ts';

type Behaviour = {
  /** What discovery names as the issuer in place of its own. */
  issuer: string | null;
  /** What discovery says besides. */
  metadata: Record<string, unknown>;
  /** The answer to the question for keys, in place of the keys. */
  keys: { status: number; body: string } | null;
  /** By which key the token says that it is signed, in place of its own. */
  kid: string | null;
  /** What the token says besides. */
  claims: JWTPayload;
};

const usual: Behaviour = { issuer: null, metadata: {}, keys: null, kid: null, claims: {} };

export async function openOidcProvider({ client_id, directory_id }: { client_id: string; directory_id: string }) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = uuidv7();
  const behaviour: Behaviour = { ...usual };
  const calls: string[] = [];
  let nonce = '';

  const token = (issuer: string) =>
    new SignJWT({ tid: directory_id, oid: uuidv7(), nonce, sub: uuidv7(), ver: '2.0', ...behaviour.claims })
      .setProtectedHeader({ alg: 'RS256', kid: behaviour.kid ?? kid })
      .setIssuer(issuer)
      .setAudience(client_id)
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('1h')
      .sign(privateKey);

  const server = createServer((request, response) => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${directory_id}`;
    const issuer = `${base}/v2.0`;
    const path = request.url ?? '';
    calls.push(path.split('/').at(-1) ?? '');
    const answer = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    const told = async (): Promise<[status: number, body: string]> => {
      if (path.endsWith('/openid-configuration')) {
        const own = { authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token`, jwks_uri: `${base}/keys` };
        const can = {
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
          subject_types_supported: ['pairwise'],
        };
        return [200, JSON.stringify({ issuer: behaviour.issuer ?? issuer, ...own, ...can, ...behaviour.metadata })];
      }
      if (path.endsWith('/keys') && behaviour.keys) return [behaviour.keys.status, behaviour.keys.body];
      if (path.endsWith('/keys'))
        return [200, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }] })];
      return [
        200,
        JSON.stringify({
          token_type: 'Bearer',
          access_token: 'secret-access',
          refresh_token: 'secret-refresh',
          id_token: await token(issuer),
        }),
      ];
    };
    void told().then(([status, body]) => answer(status, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** From now on; what is left out is as usual. */
    behave: (changes: Partial<Behaviour>) => Object.assign(behaviour, usual, changes),
    /** What the sign-in that was begun wants to find in its token. */
    expect: (url: string) => {
      const asked = new URL(url).searchParams;
      nonce = asked.get('nonce') ?? '';
      return { state: asked.get('state') ?? '', code: 'code' };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
