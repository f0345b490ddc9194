// What the tests speak with besides what stands here: Debian's pysaml2 and SimpleSAMLphp for SAML, its Dovecot for mailboxes, fetched when we may.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** SimpleSAMLphp asks for a whole web server; the tests need its files alone, which PHP's own server shows. */
const unpacked = join(import.meta.dirname, '../node_modules/.cache/simplesamlphp');

const pysaml2 = {
  name: 'python3-pysaml2 and xmlsec1',
  known: ['/usr/bin/python3', '/usr/bin/xmlsec1', '/usr/lib/python3/dist-packages/saml2/__init__.py'],
  packages: ['python3-pysaml2', 'xmlsec1'],
};
const php = {
  name: 'php-cli and simplesamlphp',
  known: ['/usr/bin/php', join(unpacked, 'usr/share/simplesamlphp/www')],
  packages: ['php-cli', 'php-xml', 'php-mbstring'],
  andThen: unpackSimpleSaml,
};

const dovecot = {
  name: 'dovecot-imapd',
  known: ['/usr/sbin/dovecot', '/usr/lib/dovecot/imap'],
  packages: ['dovecot-imapd'],
};

/** Debian asks it whether a service that was just installed may start: the tests start their own, on a port of their own. */
const policy = '/usr/sbin/policy-rc.d';

const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const apt = (...words) => spawnSync('apt-get', words, options).status === 0;

function unpackSimpleSaml() {
  const folder = mkdtempSync(join(tmpdir(), 'simplesaml-'));
  spawnSync('apt-get', ['download', '-qq', 'simplesamlphp'], { ...options, cwd: folder });
  const [file] = readdirSync(folder);
  if (file) spawnSync('dpkg', ['-x', join(folder, file), unpacked], options);
  rmSync(folder, { recursive: true });
}

function fetchPeer({ name, known, packages, andThen = () => undefined }) {
  const isThere = () => known.every((path) => existsSync(path));
  if (!isThere() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log(`Installing ${name} …`);
    const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
    if (startingNothing(() => install() || (apt('update', '-qq') && install()))) andThen();
  }
  if (!isThere()) console.log(`Without ${name} the tests that speak with them are skipped.`);
}

function startingNothing(work) {
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return work();
  } finally {
    if (isOurs) rmSync(policy);
  }
}

/** Says so where they are not there: the tests that need them are skipped then. */
export function peers() {
  for (const peer of [pysaml2, php, dovecot]) fetchPeer(peer);
}
