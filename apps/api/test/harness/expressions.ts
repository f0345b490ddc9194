/** Regular expressions as they stand in the sources, and texts that make a careless one slow. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

export type Expression = { where: string; expression: RegExp };

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** After these an expression may begin; after a value a slash divides. */
const literal = /(?<=(?:[(=,:?&|![{;]|=>|return)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

function compiled(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/** All literals in the sources below a folder. A few that are none do no harm. */
export function expressionsIn(folder: string): Expression[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      return [...text.matchAll(literal)].flatMap(({ 1: source = '', 2: flags = '', index }) => {
        const expression = compiled(source, flags);
        return expression ? [{ where: `${folder}/${name}:${text.slice(0, index).split('\n').length}`, expression }] : [];
      });
    });
}

const usual = ['a', '1', ' ', '.', '-', '"', '\\', '<', '\n', 'a@', 'a.', '@.', ' a', '<a', '/'];

/** Parts that the expression speaks of: its letters and signs, each alone and beside the next. */
function partsOf({ source }: RegExp): string[] {
  const letters = [...new Set(source.replaceAll(/\\[dDwWsSpPbBkux]/g, '').replaceAll(/[\\^$()[\]{}?*+|]/g, ''))].slice(0, 8);
  const words = source.match(/[<&"]?\w{3,}/g)?.slice(0, 3) ?? [];
  return [...new Set([...usual, ...words, ...letters, ...letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)])];
}

/** What stands literally at the beginning of the expression. */
const beginOf = ({ source }: RegExp): string => /^\^?((?:[\w<"'#:@]|\\[/.\-"])+)/.exec(source)?.[1]?.replaceAll('\\', '') ?? '';

export type Attack = { before: string; part: string; after: string };
export const attacksOn = (expression: RegExp): Attack[] =>
  [...new Set(['', beginOf(expression)])].flatMap((before) =>
    partsOf(expression).flatMap((part) => ['', '\u0000', ' !', 'a'].map((after) => ({ before, part, after }))),
  );

const limitMs = 1000;
const box = { expression: /x/, text: '', spent: 0, now: cpuMs };
const context = vm.createContext(box);
/** Measured inside, because the watch over the time costs more than most expressions. */
const once = new vm.Script(`{
  const begun = now();
  expression.lastIndex = 0;
  expression.global ? text.replaceAll(expression, '') : expression.exec(text);
  spent = now() - begun;
}`);

/** Of this thread alone: what else the machine does is not counted. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of CPU for a text of about so many letters, the least of three; the limit when it takes longer than that. */
export function costOf(expression: RegExp, { before, part, after }: Attack, length: number): number {
  Object.assign(box, { expression, text: before + part.repeat(Math.ceil(length / part.length)) + after });
  let least = limitMs;
  for (let run = 0; run < 3 && least > 0.5; run++) {
    try {
      once.runInContext(context, { timeout: limitMs });
    } catch {
      return limitMs;
    }
    least = Math.min(least, box.spent);
  }
  return least;
}
