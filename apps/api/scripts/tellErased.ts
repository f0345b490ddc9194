import type { ErasedAgain } from '#backup/eraseAgain.ts';

/** Says what was erased again, and ends with 1 where somebody was not let go. */
export function tellErased({ partners, people, units, left }: ErasedAgain): void {
  if (partners > 0) console.log(`Partners that were deleted before and are deleted again, with their people: ${partners}.`);
  if (people > 0) console.log(`People who were erased before and are erased again: ${people}.`);
  if (units > 0) console.log(`Units that were erased before and are erased again: ${units}.`);
  for (const { tenant_id, membership_id, reason } of left) {
    console.error(
      `The member ${membership_id} of the unit ${tenant_id} was erased before and is here again: ${reason}. Erase them before others come.`,
    );
    process.exitCode = 1;
  }
}
