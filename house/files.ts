/** The files of the repository, as tests about its structure see them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths that git knows or would take, from the root of the repository. */
export const files: string[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** What stands in the groups of a pattern, for each path that it fits. */
export const matches = (pattern: RegExp): string[][] =>
  files.flatMap((path) => {
    const found = pattern.exec(path);
    return found ? [found.slice(1)] : [];
  });
