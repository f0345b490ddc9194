/** An open page that only listens: what is left of its request is the socket. */
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends the head of an endless answer and takes its socket. Request, reply and all that hooks remember of them would
 * otherwise live as long as the page is open, which is all day. The answer ends with the connection, so it needs no framing:
 * what goes to many pages is one buffer.
 */
export function takePage(reply: FastifyReply): Writable {
  const { raw } = reply.hijack();
  const { socket } = raw;
  // It closed before it heard anything.
  if (socket === null) return raw;
  // Without it Node would announce chunks, also on a connection that closes.
  raw.removeHeader('transfer-encoding');
  raw.writeHead(200, { ...reply.getHeaders(), connection: 'close' } as Record<string, string>);
  raw.flushHeaders();
  raw.detachSocket(socket);
  // The browser may keep its half open: what was ended here is over.
  socket.once('finish', () => socket.destroy());
  return socket;
}
