/** The load generator's process, as the harness sees it. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, Outcome } from './job.ts';

export type Generator = {
  run: (job: Job) => Promise<Outcome>;
  close: () => void;
};

export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), { stdio: 'inherit' });
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const gone = (): void => reject(new Error('The load generator ended'));
        child.once('exit', gone);
        child.once('message', (message: { outcome: Outcome } | { error: string }) => {
          child.off('exit', gone);
          if ('outcome' in message) resolve(message.outcome);
          else reject(new Error(message.error));
        });
        child.send(job);
      }),
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}
