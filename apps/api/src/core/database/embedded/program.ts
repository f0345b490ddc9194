import { execFile } from 'node:child_process';
import type { Account } from './account.ts';

/** Nothing else of our environment, which holds secrets and may hold PG… variables of another server. */
const environment = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** How PostgreSQL's programs are started. */
export function programOptions(account: Account | null) {
  const entries = environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...account, cwd: '/', env: { ...Object.fromEntries(entries), LC_ALL: 'C' } as NodeJS.ProcessEnv };
}

/** Runs one of PostgreSQL's programs to its end. Throws with what it said when it fails. */
export function runProgram(path: string, account: Account | null, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(path, args, programOptions(account), (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${path} failed: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }));
    });
  });
}
