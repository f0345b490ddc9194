/** Connections that only listen, in a process of their own. They report when the last one has received an expected event. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export type Listening = { open: { host: string; port: number; requests: string[] } } | { expect: string } | { close: true };
/** `at` is milliseconds since 1970, to compare with the sender's clock. */
export type Heard = { opened: number } | { heard: number; at: number } | { error: string };

const sockets: Socket[] = [];
const opening = 'event: open';
let expected = '';
let missing = 0;

const answer = (message: Heard): void => void process.send?.(message);

/** Each event is counted once per connection; earlier ones are not kept. */
function listen(socket: Socket): void {
  let tail = '';
  socket.on('data', (chunk: Buffer) => {
    if (expected === '') return;
    tail = (tail + chunk.toString('latin1')).slice(-400);
    if (!tail.includes(expected)) return;
    tail = '';
    missing--;
    if (missing === 0) answer({ heard: sockets.length, at: performance.timeOrigin + performance.now() });
  });
  socket.on('error', (error) => answer({ error: String(error) }));
}

async function open(host: string, port: number, request: string): Promise<void> {
  const socket = createConnection({ host, port });
  await once(socket, 'connect');
  socket.write(request);
  let head = '';
  while (!head.includes(opening)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    head += chunk.toString('latin1');
    if (head.includes('\r\n\r\n') && !head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 300));
  }
  sockets.push(socket);
  listen(socket);
}

process.on('message', (message: Listening) => {
  if ('open' in message) {
    const { host, port, requests } = message.open;
    const waiting = [...requests];
    const one = async (): Promise<void> => {
      for (let request = waiting.pop(); request; request = waiting.pop()) await open(host, port, request);
    };
    Promise.all(Array.from({ length: 20 }, one)).then(
      () => answer({ opened: sockets.length }),
      (error: unknown) => answer({ error: String(error) }),
    );
  } else if ('expect' in message) {
    expected = message.expect;
    missing = sockets.length;
    answer({ opened: sockets.length });
  } else process.exit(0);
});
process.on('disconnect', () => process.exit(0));
