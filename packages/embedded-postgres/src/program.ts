import { execFile } from 'node:child_process';
import type { Account } from './account.ts';

/** The environment of PostgreSQL's programs. The rest of ours holds secrets, and may hold PG… variables of another server. */
const environment = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** How PostgreSQL's programs are started: in a directory that this process enters before it gives its rights away. */
export function programOptions(account: Account | null, directory: string) {
  const entries = environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...account, cwd: directory, env: { ...Object.fromEntries(entries), LC_ALL: 'C' } as NodeJS.ProcessEnv };
}

/**
 * What a program calls the directory that it was started in. On Linux that name needs no right to the directories above, so
 * the server of root, whose account has no rights of its own, works in a home of mode 700.
 */
export const hereOf = (directory: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : directory);

/** Runs one of PostgreSQL's programs in a directory to its end. Throws with what it said when it fails. */
export function runProgram(path: string, account: Account | null, directory: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(path, args, programOptions(account, directory), (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${path} failed: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }));
    });
  });
}
