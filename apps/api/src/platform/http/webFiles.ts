/** The files of the built web program, listed at start: a path is looked up in the list, so it cannot lead outside. */
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  // Declarations for programs of hosts, to be read.
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const compressible = /^(text|application)\/|svg/;
const leastBytes = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

const quality = 9;

/** Compresses at the best level, because the result is cached. */
export async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  return encoding === 'gzip' ? zip(content, { level: quality }) : content;
}

/** The best encoding that the client accepts and we have. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set((acceptEncoding ?? '').split(',').map((part) => part.trim().split(';')[0]));
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity';
}

export type WebBody = { content: Buffer; encoding: Encoding };

export type WebFile = {
  type: string;
  isCompressible: boolean;
  /** Null when the file has disappeared because of another build. */
  body: (wanted: Encoding) => Promise<WebBody | null>;
};

export type WebFiles = {
  /** Null for a path without a file. */
  find: (path: string) => WebFile | null;
  /** The page that every screen begins with. */
  index: string;
  /** The page in the frame that shows a brand before it is published. */
  preview: string;
  /** The page of a report in a frame of another application. */
  embedded: string;
};

/** Reads the list of files of a build. Null when there is none. */
export function openWebFiles(directory: string): WebFiles | null {
  const files = new Map<string, WebFile>();
  try {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const type = types[extname(entry.name)];
      if (!entry.isFile() || type === undefined || entry.parentPath.includes(`${sep}.`)) continue;
      const file = join(entry.parentPath, entry.name);
      files.set(`/${relative(directory, file).split(sep).join('/')}`, openFile(file, type));
    }
    const page = (name: string) => readFileSync(join(directory, name), 'utf8');
    return {
      index: page('index.html'),
      preview: page('preview.html'),
      embedded: page('embedded.html'),
      find: (path) => files.get(path) ?? null,
    };
  } catch (error) {
    return nullIfMissing(error);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Read and compressed when somebody asks for it first. */
function openFile(file: string, type: string): WebFile {
  const bodies = new Map<Encoding, Promise<WebBody | null>>();
  const isCompressible = compressible.test(type);
  async function read(wanted: Encoding): Promise<WebBody> {
    const content = await readFile(file);
    const encoding = isCompressible && content.length >= leastBytes ? wanted : 'identity';
    return { content: await compress(content, encoding), encoding };
  }
  // Only what was read is kept: the next one may find the file again.
  const forget = (wanted: Encoding) => (error: unknown) => {
    bodies.delete(wanted);
    return nullIfMissing(error);
  };
  return {
    type,
    isCompressible,
    body(wanted) {
      const body = bodies.get(wanted) ?? read(wanted).catch(forget(wanted));
      bodies.set(wanted, body);
      return body;
    },
  };
}
