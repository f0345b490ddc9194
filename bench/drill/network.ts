/** A piece of network that can be led elsewhere, cut without a word, and mended. */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../servers/server.ts';

export type Network = {
  port: number;
  /** New connections lead there, and those that are open end. */
  leadTo: (port: number) => void;
  /** Nothing passes any more in either direction, and nobody is told. */
  cut: () => void;
  /** What was cut stays dead; new connections pass. */
  mend: () => void;
  close: () => void;
};

export async function openNetwork(target: number): Promise<Network> {
  let leadsTo = target;
  let isCut = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (isCut || to.destroyed) return;
      if (to.write(bytes)) return;
      from.pause();
      to.once('drain', () => from.resume());
    });
    from.once('close', () => void (isCut || to.destroy()));
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) return;
    const upstream = connect(leadsTo, '127.0.0.1');
    keep(upstream);
    pass(client, upstream);
    pass(upstream, client);
  });
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const port = await freePort();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    leadTo(next) {
      leadsTo = next;
      endAll();
    },
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      endAll();
    },
    close() {
      endAll();
      server.close();
    },
  };
}
