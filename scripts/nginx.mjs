// The proxy of the tests: one that is there, or the program out of Debian's package, which is not installed and starts nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const kept = join(root, 'node_modules/.cache/nginx');
const known = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx', join(kept, 'usr/sbin/nginx')];

/** Path of an nginx; undefined where there is none and none can be fetched: the test that needs it is skipped then. */
export function nginx() {
  const found = () => [process.env.NGINX_PATH, ...known].find((path) => path && existsSync(path));
  if (!found() && existsSync('/etc/debian_version') && process.getuid?.() === 0) fetchProgram();
  return found();
}

function fetchProgram() {
  const program = (name, args) => spawnSync(name, args, { cwd: kept, stdio: 'ignore' }).status === 0;
  mkdirSync(kept, { recursive: true });
  const download = () => program('apt-get', ['download', 'nginx']);
  if (!download() && program('apt-get', ['update', '-qq'])) download();
  const file = readdirSync(kept).find((name) => name.endsWith('.deb'));
  if (file) program('dpkg', ['-x', file, '.']);
}
