import type { Leak } from '../harness/markers.ts';
import { openReportingService } from '../harness/reportingService.ts';
import type { World } from '../harness/world.ts';
import { openWorld } from '../harness/world.ts';
import type { Extent } from './matrix.ts';
import { runMatrix } from './matrix.ts';

/** A part of the matrix takes minutes: one test a file, so that the parts run side by side. */
export const patience = { timeout: 1_800_000 };

/** Runs a part of the matrix in a portal of its own, changed by `prepare` before, and answers all that was found. */
export async function prove(extent: Extent, prepare: (world: World) => Promise<void> = () => Promise.resolve()) {
  const leaks: Leak[] = [];
  const service = await openReportingService();
  const world = await openWorld({ environment: { reporting: service.addresses }, onLeak: (leak) => leaks.push(leak) });
  await prepare(world);
  const { findings, calls } = await runMatrix(world, extent);
  await world.close();
  await service.close();
  return { findings, calls, leaks };
}
