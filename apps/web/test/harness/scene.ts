/** A unit with the two people whom most tests are about. */
import type { Browser } from '@vitrine/api/test/harness/browser.ts';
import type { Person, Unit } from '@vitrine/api/test/harness/population.ts';
import type { World } from '@vitrine/api/test/harness/world.ts';

export type Scene = {
  unit: Unit;
  /** The unit's administrator, Alice. */
  admin: Person;
  /** Somebody of the unit who may only read, Célia. */
  reader: Person;
  /** What the administrator does elsewhere. */
  asAdmin: Browser;
};

export async function sceneIn(world: World, options: Parameters<World['unit']>[0] = {}): Promise<Scene> {
  const unit = await world.unit({ ...options, settings: { timezone: 'America/Sao_Paulo', show_name_report: true, ...options.settings } });
  const admin = await unit.person('admin', { person: { name: 'Alice Prado' } });
  const reader = await unit.person('user', { person: { name: 'Célia Prates' } });
  return { unit, admin, reader, asAdmin: await world.signIn(admin) };
}
