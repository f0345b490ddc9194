import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account that PostgreSQL runs as when this process is root, because it refuses to run as root. */
export type Account = { uid: number; gid: number };

/** False when there is no such account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An existing account without rights of its own; none is made. */
export async function unprivilegedAccount(): Promise<Account> {
  const accounts = new Map<string, Account>();
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (Number(uid) > 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  const account = accounts.get('postgres') ?? accounts.get('nobody') ?? accounts.get('daemon');
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account postgres, nobody or daemon to run it as. Set DATABASE_URL instead.',
    );
  }
  return account;
}

/** Whether an account may enter a directory and everything above it. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  for (let path = await realpath(directory); ; path = dirname(path)) {
    const { uid, gid, mode } = await stat(path);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 0o1) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
