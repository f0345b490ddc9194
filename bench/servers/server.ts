/** Starts a server in a process of its own and waits until it can serve. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDirectory } from '../place.ts';

export type Server = {
  host: string;
  port: number;
  origin: string;
  pid: number;
  /** Milliseconds from the start of the process to the first answer of the ready check. */
  startMs: number;
  stop: () => Promise<void>;
};

export function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const patienceMs = 60_000;

/** `program` is started with `PORT` among its variables; `ready` is a path that answers 200 when it can serve. */
export async function startServer(program: string, variables: Record<string, string>, ready = '/api/health/ready'): Promise<Server> {
  const host = '127.0.0.1';
  const port = Number(variables.PORT ?? (await freePort()));
  const started = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cacheDirectory('compiled'), ...variables, PORT: String(port) },
  });
  const origin = `http://${host}:${port}`;
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    kill();
    await once(child, 'exit');
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    try {
      const answer = await fetch(`${origin}${ready}`);
      await answer.arrayBuffer();
      if (answer.status === 200) break;
    } catch (error) {
      // Nobody listens yet.
      if (!(error instanceof TypeError)) throw error;
    }
    if (performance.now() - started > patienceMs) {
      await stop();
      throw new Error(`${program} did not become ready`);
    }
    await sleep(2);
  }
  return { host, port, origin, pid: child.pid as number, startMs: performance.now() - started, stop };
}
