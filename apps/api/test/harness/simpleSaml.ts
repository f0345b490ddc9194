/** Debian's SimpleSAMLphp behind PHP's own server: a provider that shares no code with the portal, and that a browser signs in to. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Key } from './saml.ts';
import { freePort } from '@vitrine/embedded-postgres/postmaster.ts';

const home = fileURLToPath(new URL('../../../../node_modules/.cache/simplesamlphp/usr/share/simplesamlphp', import.meta.url));
export const hasSimpleSaml = existsSync('/usr/bin/php') && existsSync(join(home, 'www'));

const password = 'Girassol-amarelo-7';
const patienceMs = 20_000;

/** A text of PHP in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

type Provider = {
  key: Key;
  /** Our metadata as the portal offers them: it reads what it must know of us from there, and from nowhere else. */
  portal: string;
  email: string;
};

function settle(folder: string, origin: string, { key, portal, email }: Provider): void {
  for (const name of ['config', 'metadata', 'cert', 'log', 'data', 'tmp', 'www']) mkdirSync(join(folder, name));
  symlinkSync(join(home, 'www'), join(folder, 'www', 'simplesaml'));
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
  };
  write('cert/provider.pem', key.key);
  write('cert/provider.crt', key.certificate);
  write('metadata/portal.xml', portal);
  const at = (name: string) => quoted(`${join(folder, name)}/`);
  write(
    'config/config.php',
    `<?php $config = ['baseurlpath' => ${quoted(`${origin}/simplesaml/`)}, 'certdir' => ${at('cert')}, 'loggingdir' => ${at('log')},
      'datadir' => ${at('data')}, 'tempdir' => ${at('tmp')}, 'secretsalt' => 'salt', 'auth.adminpassword' => 'unused', 'timezone' => 'UTC',
      'technicalcontact_email' => 'nobody@provider.example', 'logging.handler' => 'file', 'logging.level' => 4, 'production' => true,
      'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true], 'store.type' => 'phpsession',
      'session.phpsession.savepath' => ${at('tmp')}, 'session.cookie.secure' => false, 'session.cookie.samesite' => null,
      'metadatadir' => ${at('metadata')},
      'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => ${quoted(join(folder, 'metadata/portal.xml'))}]]];`,
  );
  write(
    'config/authsources.php',
    `<?php $config = ['people' => ['exampleauth:UserPass', ${quoted(`ana:${password}`)} => ['mail' => [${quoted(email)}]]]];`,
  );
  write(
    'metadata/saml20-idp-hosted.php',
    `<?php $metadata[${quoted(`${origin}/provider`)}] = ['host' => '__DEFAULT__', 'auth' => 'people', 'privatekey' => 'provider.pem',
      'certificate' => 'provider.crt', 'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sign.logout' => true,
      'redirect.sign' => true, 'redirect.validate' => true, 'validate.authnrequest' => true, 'assertion.encryption' => true,
      'sharedkey_algorithm' => 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'authproc' => [1 => ['class' => 'saml:AttributeNameID', 'attribute' => 'mail',
        'Format' => 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress']]];`,
  );
}

/** A browser in front of the provider: it keeps its cookies, and goes on until it is led away from there. */
function visitorOf(origin: string) {
  const cookies = new Map<string, string>();
  const fetched = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body ? { method: 'POST', body } : {}) });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  /** Follows redirections within the provider: the page that they end at, or the address that they leave for. */
  async function visit(url: string, body?: URLSearchParams): Promise<{ page: string } | { left: URL }> {
    let answer = await fetched(url, body);
    for (;;) {
      const to = answer.headers.get('location');
      if (to === null) return { page: await answer.text() };
      const next = new URL(to, answer.url || url);
      if (next.origin !== origin) return { left: next };
      answer = await fetched(next.href);
    }
  }
  return { visit };
}

const fieldIn = (page: string, name: string): string => {
  const input = page.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? '';
  return (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x2B;', '+');
};

/** Metadata of a provider at `origin` are asked of a running one; `start` restarts it with ours, under the same address. */
export async function openSimpleSaml() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stops: (() => void)[] = [];

  async function start(provider: Provider): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'simplesaml-'));
    settle(folder, origin, provider);
    const php = spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, '-t', join(folder, 'www')], {
      stdio: 'ignore',
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    });
    stops.push(() => {
      php.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    const until = Date.now() + patienceMs;
    while (
      !(await fetch(`${origin}/simplesaml/saml2/idp/metadata.php`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > until || php.exitCode !== null) throw new Error('SimpleSAMLphp did not start');
      await pause(100);
    }
  }

  /** Ana signs in where the request leads: what her browser is to post to us. */
  async function signIn(asked: URL): Promise<{ visitor: ReturnType<typeof visitorOf>; response: string; state: string }> {
    const visitor = visitorOf(origin);
    const form = await visitor.visit(asked.href);
    if (!('page' in form)) throw new Error(`The provider led away to ${form.left.href}`);
    const body = new URLSearchParams({ username: 'ana', password, AuthState: fieldIn(form.page, 'AuthState') });
    const answered = await visitor.visit(`${origin}/simplesaml/module.php/core/loginuserpass.php?`, body);
    if (!('page' in answered)) throw new Error(`The provider led away to ${answered.left.href}`);
    const response = Buffer.from(fieldIn(answered.page, 'SAMLResponse'), 'base64').toString('utf8');
    return { visitor, response, state: fieldIn(answered.page, 'RelayState') };
  }

  return {
    origin,
    entity_id: `${origin}/provider`,
    metadata: async () => (await fetch(`${origin}/simplesaml/saml2/idp/metadata.php`)).text(),
    start,
    signIn,
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
