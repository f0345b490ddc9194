/** What the directory issues, read by pysaml2 and xmlsec1 where Debian has them: they share no code with the libraries used here. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { makeCertificate } from './certificate.ts';
import { formOf, openBrowser, samlAt } from './directory.ts';
import { startWorld } from './world.ts';

const { tenant_id } = demoApplication;
const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('pysaml2.py', import.meta.url));
const own = makeCertificate();
const entity = 'https://clinic.example/saml';
const consumer = 'https://clinic.example/saml/callback';

const isThere = existsSync('/usr/bin/xmlsec1') && existsSync('/usr/lib/python3/dist-packages/saml2/__init__.py');

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());

const lines = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');
const key = (use: string) =>
  `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${lines(own.certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const metadata = (encrypted: boolean) =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${encrypted ? key('encryption') : ''}<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}" index="0"/></SPSSODescriptor></EntityDescriptor>`;

type Read = { issuer: string; name_id: string; format: string; attributes: Record<string, string[]> };

/** What pysaml2 makes of a response; rejects with what it says when it refuses it. */
const read = (asked: object): Promise<Read> =>
  new Promise((resolve, reject) => {
    const run = execFile(python, [script], (error, stdout, stderr) => {
      if (error) reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as Read);
    });
    run.stdin?.end(JSON.stringify(asked));
  });

const signIn = async (sign: 'assertion' | 'response' | 'both', encrypted: boolean) => {
  emulator.saml.register(metadata(encrypted), { sign });
  const request = `_${randomBytes(16).toString('hex')}`;
  const xml = `<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="${request}" Version="2.0" IssueInstant="${new Date().toISOString()}"
    AssertionConsumerServiceURL="${consumer}"><a:Issuer xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion">${entity}</a:Issuer></p:AuthnRequest>`;
  const browser = openBrowser();
  const page = await browser.go(samlAt(emulator, tenant_id, 'sso'), { SAMLRequest: Buffer.from(xml).toString('base64') });
  const posted = formOf(await browser.signInAs(page, 'helena@litoral.example'));
  return {
    entity,
    consumer,
    request,
    response: posted.fields['SAMLResponse'] ?? '',
    assertions_signed: sign !== 'response',
    response_signed: sign !== 'assertion',
    metadata: await (await fetch(samlAt(emulator, tenant_id, 'metadata'))).text(),
    key: own.key,
    certificate: own.certificate,
  };
};

test.skipIf(!isThere).each([
  ['assertion', false],
  ['response', false],
  ['both', true],
] as const)('a signed %s, encrypted %s, is proven and says who it is (needs python3-pysaml2 and xmlsec1)', async (sign, encrypted) => {
  const told = await read(await signIn(sign, encrypted));
  expect(told).toMatchObject({ issuer: `${emulator.origin}/saml/${tenant_id}`, name_id: 'helena@litoral.example' });
  expect(Object.values(told.attributes)).toEqual(expect.arrayContaining([['Helena'], ['Maia'], ['helena@litoral.example']]));
});

test.skipIf(!isThere).each(['other_key', 'tampered'] as const)('a lie is refused: %s (needs python3-pysaml2 and xmlsec1)', async (lie) => {
  emulator.faults.start({ name: 'lying_assertion', lie, times: 1 });
  await expect(read(await signIn('assertion', false))).rejects.toThrow();
});
