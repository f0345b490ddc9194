import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that can fall silent without closing anything. */
export async function openNetwork(url: string): Promise<{
  url: string;
  /** Nothing passes any more on the connections there are, and nobody is told. */
  swallow: () => void;
  /** The same on one of them: `port` is where the server sees it come from. */
  forget: (port: number) => void;
  /** New connections are taken, and nothing passes on them either. With false they work again; the others stay silent. */
  silence: (on: boolean) => void;
  close: () => Promise<void>;
}> {
  const target = new URL(url);
  const sockets: Socket[] = [];
  let silent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    if (!silent) client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.push(socket);
      socket.on('error', () => socket.destroy());
    }
  });
  const swallow = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const forget = (port: number) => {
    const at = sockets.findIndex(({ localPort }) => localPort === port);
    // The way in stands before the way out.
    for (const socket of sockets.slice(at - 1, at + 1)) socket.unpipe().pause();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: through.href,
    swallow,
    forget,
    silence(on) {
      silent = on;
      if (on) swallow();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
