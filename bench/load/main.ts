/** The load generator: a process of its own, so that its cost is not counted. Takes jobs and returns results. */
import { type HttpConnection, openConnection } from './connection.ts';
import type { Job, Outcome, Step } from './job.ts';

let made = 0;

function render(template: string, variables: Record<string, string>): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    name === 'n' ? `${process.pid}-${++made}` : (variables[name] ?? whole),
  );
}

function write(step: Step, host: string, variables: Record<string, string>): string {
  const body = step.body === undefined ? undefined : render(step.body, variables);
  const headers = Object.entries(step.headers ?? {}).map(([name, value]) => `${name}: ${render(value, variables)}\r\n`);
  if (body !== undefined) headers.push('content-type: application/json\r\n', `content-length: ${Buffer.byteLength(body)}\r\n`);
  return `${step.method} ${render(step.path, variables)} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}\r\n${body ?? ''}`;
}

async function run(job: Job): Promise<Outcome> {
  const host = `${job.host}:${job.port}`;
  const latencies: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  const connections = await Promise.all(job.connections.map(({ address }) => openConnection(job.host, job.port, address)));
  const started = performance.now();
  const deadline = started + job.seconds * 1000;

  async function drive(connection: HttpConnection, own: Record<string, string>): Promise<void> {
    const variables = { ...own };
    // Requests without variables that change are written once.
    const fixed = job.steps.length === 1 && !/\{n\}/.test(JSON.stringify(job.steps)) ? write(job.steps[0] as Step, host, variables) : null;
    // At least once, however short the time is.
    do {
      for (const step of job.steps) {
        const request = fixed ?? write(step, host, variables);
        const sent = performance.now();
        const { status, body } = await connection.send(request);
        latencies.push(performance.now() - sent);
        if (status !== step.expect) {
          failures++;
          firstFailure ??= `${step.method} ${step.path} ${status} ${body.slice(0, 300)}`;
          break;
        }
        if (step.keep) {
          const answer = JSON.parse(body) as Record<string, unknown>;
          for (const field of step.keep) variables[field] = String(answer[field]);
        }
      }
    } while (performance.now() < deadline);
  }

  await Promise.all(connections.map((connection, index) => drive(connection, job.connections[index]?.variables ?? {})));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const at = (part: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN;
  return { requests: latencies.length, seconds, p50: at(0.5), p99: at(0.99), longest: at(1), failures, firstFailure };
}

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
