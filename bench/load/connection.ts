/** A minimal keep-alive HTTP/1.1 client with one request at a time. */
import { createConnection } from 'node:net';

type Reply = { status: number; body: string };

export type HttpConnection = {
  send: (request: string) => Promise<Reply>;
  close: () => void;
};

export function openConnection(host: string, port: number, localAddress?: string): Promise<HttpConnection> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, noDelay: true, ...(localAddress === undefined ? {} : { localAddress }) });
    let received = '';
    let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;

    // Latin-1 keeps one character for each byte, as Content-Length counts.
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      const reply = parseReply(received);
      if (reply === null) return;
      received = '';
      const { resolve: answer } = waiting ?? { resolve: () => {} };
      waiting = undefined;
      answer(reply);
    });
    const fail = (error: Error): void => {
      waiting?.reject(error);
      waiting = undefined;
      reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection')));
    socket.on('connect', () =>
      resolve({
        send: (request) =>
          new Promise((resolveReply, rejectReply) => {
            waiting = { resolve: resolveReply, reject: rejectReply };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

/** The whole answer, or null while a part of it is missing. */
function parseReply(text: string): Reply | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = text.slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + 4;
  if (status === 204 || status === 304) return { status, body: '' };
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined)
    return text.length < start + Number(length) ? null : { status, body: text.slice(start, start + Number(length)) };
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`An answer without a length:\n${head}`);
  const body = parseChunks(text, start);
  return body === null ? null : { status, body };
}

function parseChunks(text: string, start: number): string | null {
  let body = '';
  for (let at = start; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (text.length < next) return null;
    if (size === 0) return body;
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = next;
  }
}
