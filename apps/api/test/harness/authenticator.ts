/** A passkey's device in software (WebAuthn level 2, ES256, no attestation): it signs whatever a test asks it to. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Ceremony = { challenge: string; origin?: string; rpId?: string; counter?: number; verified?: boolean };
type Given = { id: string; rawId: string; type: 'public-key'; clientExtensionResults: object; response: Record<string, unknown> };

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const present = 0x01;
const userVerified = 0x04;
const attested = 0x40;

export type Authenticator = { id: string; make: (ceremony: Ceremony) => Given; answer: (ceremony: Ceremony) => Given };

export function openAuthenticator({ origin = 'https://portal.example', rpId = 'portal.example' } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);

  const clientData = (type: string, { challenge, origin: at = origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const authenticatorData = ({ rpId: of = rpId, counter = 0, verified = true }: Ceremony, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flag = Buffer.from([flags | present | (verified ? userVerified : 0)]);
    return Buffer.concat([createHash('sha256').update(of).digest(), flag, count, rest]);
  };
  const given = (response: Record<string, unknown>): Given => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    make(ceremony) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const rest = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)]);
      const authData = new Uint8Array(authenticatorData(ceremony, attested, rest));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return given({
        clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    answer(ceremony) {
      const data = authenticatorData(ceremony, 0);
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      return given({ clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) });
    },
  };
}
