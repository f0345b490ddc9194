// `npm run mutate`: changes the rules one by one and runs their tests; docs/mutation-testing.md says how to read it.
// `npm run mutate -- rights` does one part, and all there is without a name.
import { availableParallelism } from 'node:os';
import { bin, install, run } from './bootstrap.mjs';
import { partNamed, parts } from './mutationParts.mjs';

const named = process.argv.slice(2);
named.forEach((name) => partNamed(name));
install();

const failed = (named.length > 0 ? named : Object.keys(parts)).filter((part) => {
  console.log(`\n${part}`);
  const env = { MUTATION_PART: part, MUTATION_WORKERS: String(availableParallelism()) };
  return run([bin('@stryker-mutator/core', 'stryker'), 'run'], { env }) !== 0;
});
if (failed.length > 0) console.error(`\nToo many changes went unnoticed, or the tests did not run: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
