/** Whether who was erased is still erased, and what the last restore did about it. */
import { readRestored } from '#domain/people/restored.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { countErasures, hereAgain } from '#domain/people/secondLook.ts';
import { openDatabase } from '#platform/database/database.ts';
import { scoped } from '#platform/database/scoped.ts';
import type { Finding } from './finding.ts';
import { of } from './finding.ts';

const { well, weak, ill } = of('erasures');

const listed = ({ people, units, partners }: { people: number; units: number; partners: number }): string =>
  `${people} people, ${units} units, ${partners} partners`;

async function lastRestore(dataDirectory: string): Promise<Finding[]> {
  const told = await readRestored(dataDirectory);
  if (told === null) return [];
  const text = `The backup of ${told.made_at} was restored at ${told.restored_at}; erased again: ${listed(told)}`;
  return [told.left === 0 ? well(`${text}.`) : weak(`${text}; ${told.left} were not let go: npm run erase-again names them.`)];
}

export async function checkErasures(dataDirectory: string, url: string): Promise<Finding[]> {
  const erasures = await readErasures(dataDirectory);
  const database = openDatabase({ url, applicationName: 'vitrine doctor' });
  try {
    const again = await hereAgain(scoped(database, { kind: 'identity' }), erasures);
    const holds =
      again.length === 0
        ? well(`What was erased is erased: ${listed(countErasures(erasures))}.`)
        : ill(`What was erased is here again: ${listed(countErasures(again))}. npm run erase-again erases it.`);
    return [holds, ...(await lastRestore(dataDirectory))];
  } finally {
    await database.close();
  }
}
