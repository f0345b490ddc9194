// `npm run check` runs it: every document that code and documents name is there, with the section, heading or file that is named.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const texts = new Map();
function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8'));
  return texts.get(file);
}
const lineOf = (text, index) => text.slice(0, index).split('\n').length;
const within = (text, pattern) => [...text.matchAll(pattern)];

const problems = [];
const report = (file, index, problem) => problems.push(`${file}:${lineOf(textOf(file), index)}: ${problem}`);

/** What a document numbers: headings such as `### 1.2 Roles` and `## A3. Reports`, and first cells of tables such as `| C6 |`. */
function sectionsOf(document) {
  const text = textOf(document);
  return {
    headings: new Set(within(text, /^#+ ([A-Z]?\d+(?:\.\d+)*)\.?\s/gm).map((match) => match[1])),
    rows: new Set(within(text, /^\| *([A-Z]?\d+) *\|/gm).map((match) => match[1])),
  };
}

const section = String.raw`[A-Z]?\d+(?:\.\d+)*`;
const list = (item) => `${item}(?:(?:, | and | to )${item})*`;
const citation = new RegExp(
  String.raw`(?<![\w./-])([\w./-]*[\w-]\.md)(?: (${list(section)}))?(?:, rows? (${list(String.raw`\d+`)}))?`,
  'g',
);

/** Code cites by path and number, `docs/reference/product-rules.md 1.2, row 45`, or a document in its own folder by name. */
function checkCitations(file) {
  for (const { 1: path, 2: sections, 3: rows, index } of within(textOf(file), citation)) {
    if (path.startsWith('.') || files.includes(join(dirname(file), path))) continue;
    if (!files.includes(path)) report(file, index, `${path} is no document here: cite it by its path from the root`);
    else if (path.startsWith('docs/reference/')) {
      const there = sectionsOf(path);
      if (sections === undefined) report(file, index, `${path} is cited without a section`);
      for (const name of sections?.split(/, | and | to /) ?? []) {
        if (!there.headings.has(name) && !(/^[A-Z]/.test(name) && there.rows.has(name)))
          report(file, index, `${path} has no section ${name}`);
      }
      for (const row of rows?.split(/, | and | to /) ?? []) if (!there.rows.has(row)) report(file, index, `${path} has no row ${row}`);
    }
  }
}

/** The anchors that a Markdown page gives its headings. */
const anchorsOf = (document) =>
  within(textOf(document), /^#+ (.+)$/gm).map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

const isThere = (path) => files.includes(path) || files.some((file) => file.startsWith(`${path}/`));
const fromRoot = (file, target) =>
  normalize(join(dirname(file), target))
    .split(sep)
    .join('/')
    .replace(/\/$/, '');

/** Relative links of a document, with their anchors. */
function checkLinks(file) {
  const text = textOf(file).replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  for (const { 1: target, index } of within(text, /\]\((?![a-z]+:)([^)\s]+)\)/g)) {
    const [path, anchor] = target.split('#');
    const document = path === '' ? file : fromRoot(file, path);
    if (!isThere(document)) report(file, index, `${target} leads nowhere`);
    else if (anchor && !anchorsOf(document).includes(anchor)) report(file, index, `${document} has no heading #${anchor}`);
  }
}

/** Paths that a document names in code font, from the root; a path with a placeholder (`<feature>`, `*`, `NNNN`) is an example. */
function checkPaths(file) {
  for (const { 1: path, index } of within(textOf(file), /`((?:apps|packages|e2e|bench|scripts|docs)\/[\w./-]+)`/g)) {
    if (!/\bNNNN|\/dist\b|\/node_modules\b/.test(path) && !isThere(path.replace(/\/$/, ''))) report(file, index, `${path} is not there`);
  }
}

/** The proofs that docs/security.md names in its last column: each is the end of a test's path. */
function checkProofs(file) {
  for (const { 1: cell, index } of within(textOf(file), /^\|[^|\n]+\|([^|\n]*`[^|\n]*)\|$/gm)) {
    for (const { 1: name } of within(cell, /`([^`]+)`/g)) {
      const proof = name.replace(/\/$/, '');
      const found = files.some((path) => {
        const ending = path.endsWith('.test.ts') ? path.slice(0, -'.test.ts'.length) : path;
        return path === proof || ending === proof || ending.endsWith(`/${proof}`) || path.includes(`/${proof}/`);
      });
      if (!found) report(file, index, `no test ends with ${proof}`);
    }
  }
}

for (const file of files) {
  if (file.endsWith('.md')) {
    checkLinks(file);
    checkPaths(file);
  } else if (/\.(ts|tsx|js|jsx|mjs|sql|css|html)$/.test(file) && file !== 'scripts/documents.mjs') checkCitations(file);
}
checkProofs('docs/security.md');

for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
