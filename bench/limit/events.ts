/** The least server of events: passes every event to all connections. */
import { createServer, type ServerResponse } from 'node:http';

const listeners = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.url === '/api/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('event: open\ndata: {}\n\n');
    listeners.add(response);
    request.once('close', () => listeners.delete(response));
    return;
  }
  if (request.method === 'POST') {
    const event = `data: ${JSON.stringify({ topic: 'report', about: { id: request.url?.slice(1) } })}\n\n`;
    for (const listener of listeners) listener.write(event);
  }
  response.end('ok');
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
