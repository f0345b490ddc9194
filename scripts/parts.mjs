// The parts of a test run, one after the other, each with its time. Every part fills the machine by itself, so none
// runs beside another.
import { printCounts, printSlowest, printTroubles } from './runners.mjs';

export function openRun() {
  const times = [];
  const tests = [];
  const broken = [];

  function part(name, work) {
    const start = performance.now();
    const answer = work();
    times.push({ name, seconds: (performance.now() - start) / 1000 });
    return answer;
  }

  return {
    /** Something that has to be there before tests run. */
    prepare: part,
    /** A program that names what it found by itself. */
    check: (name, work) => {
      if (part(name, work) !== 0) broken.push(name);
    },
    /** Tests; `work` is given the name and answers what `vitest` or `playwright` does. */
    test: (name, work) => {
      const { status, tests: found } = part(name, () => work(name));
      tests.push(...found);
      if (status !== 0 && !found.some(({ outcome }) => outcome === 'failed')) broken.push(name);
    },
    /** Says what there is to say, ending with the one line that counts everything, and ends the process. */
    end: () => {
      printTroubles(tests);
      printSlowest(tests);
      console.log('\nTime of each part:');
      for (const { name, seconds } of [...times, { name: 'together', seconds: times.reduce((sum, { seconds }) => sum + seconds, 0) }])
        console.log(`${clock(seconds).padStart(9)}  ${name}`);
      console.log();
      process.exit(printCounts(tests, broken) === 0 ? 0 : 1);
    },
  };
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
