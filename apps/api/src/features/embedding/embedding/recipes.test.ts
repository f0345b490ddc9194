import * as contract from '@vitrine/contract/embedding/embedding.ts';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { embeddingScene, host } from '#test/harness/embedding.ts';
import { openPublishingWorld } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();
const document = await readFile(new URL('../../../../../../docs/embedding.md', import.meta.url), 'utf8');
const directory = await mkdtemp(join(tmpdir(), 'vitrine-recipes-'));
afterAll(() => rm(directory, { recursive: true }));

/** Language of the block in the document, the file it becomes, and the program that runs it. */
const recipes = [
  { language: 'js', file: 'token.mjs', program: execPath, run: [] },
  { language: 'python', file: 'token.py', program: 'python3', run: [] },
  { language: 'php', file: 'token.php', program: 'php', run: [] },
  // Since version 10 it runs a single file.
  { language: 'csharp', file: 'token.cs', program: 'dotnet', run: ['run'], since: 10 },
  { language: 'java', file: 'VitrineToken.java', program: 'java', run: [] },
];

/** What this machine has: a recipe of a program that is not here is run where it is. */
const runnable = recipes.filter(({ program, since = 0 }) => {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 && (since === 0 || parseInt(stdout, 10) >= since);
});

test('there is a recipe for each of the languages that the issue of a customer may be written in', () => {
  for (const { language } of recipes) expect(document).toContain(`\n\`\`\`${language}\n`);
});

test('the recipe for Node can be run everywhere', () => {
  expect(runnable.map(({ language }) => language)).toContain('js');
});

test.each(runnable)(
  'the $language recipe of the document signs a token that opens its report',
  async ({ language, file, program, run }) => {
    const { unit, ana, report, secret, enter } = await embeddingScene(world);
    const [, code] =
      new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(document.slice(document.indexOf('## Servers that sign'))) ?? [];
    await writeFile(join(directory, file), code ?? '');
    const env = {
      ...process.env,
      VITRINE_SECRET: secret,
      VITRINE_UNIT: unit.id,
      VITRINE_ORIGIN: host,
      VITRINE_REPORT: report.id,
      VITRINE_READER: ana.email,
    };
    const { stdout } = await promisify(execFile)(program, [...run, join(directory, file)], { env });
    const { browser } = await enter(stdout.trim());
    expect((await browser.call(contract.embeddedReports, {})).data).toEqual([{ id: report.id, title: report.title }]);
  },
);
