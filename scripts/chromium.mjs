// The browser of the tests: one that is there, or Debian's, installed when we may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const known = [
  // The browser without its windows: the same pages in less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium; installs Debian's packages when run as root, the one without windows where it has it. Exits with a sentence when there is none. */
export function chromium() {
  const found = () => [process.env.CHROMIUM_PATH, ...known].find((path) => path && existsSync(path));
  if (!found() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing Chromium …');
    const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    const install = (name) => spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], options);
    spawnSync('apt-get', ['update', '-qq'], options);
    if (install('chromium-headless-shell').status !== 0) install('chromium');
  }
  const path = found();
  if (path) return path;
  console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.');
  return process.exit(1);
}
