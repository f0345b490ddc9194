// The browser of the tests: one that is there, or Debian's, installed when we may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium; installs Debian's package when run as root. Exits with a sentence when there is none. */
export function chromium() {
  const found = () => [process.env.CHROMIUM_PATH, ...known].find((path) => path && existsSync(path));
  if (!found() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing Chromium …');
    const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], options);
  }
  const path = found();
  if (path) return path;
  console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.');
  return process.exit(1);
}
