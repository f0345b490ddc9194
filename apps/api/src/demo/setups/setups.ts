/** What the demo's units are set up to be beyond their people and reports: documents as anybody may send them (docs/unit-setup.md). */
import { readFileSync } from 'node:fs';
import { setupDocument, setupSections } from '@vitrine/contract/organisation/setupDocument.ts';
import type { Services } from '#domain/serving/context.ts';
import { applyDocument } from '#features/organisation/unitSetup/applySetup.ts';
import { demoPeople, demoUnits } from '../people.ts';

/** Aurora's hours let everybody in all day, so that the demo always works; the others begin with the question that everybody asks. */
const documentOf = (unit: string) =>
  setupDocument.parse(JSON.parse(readFileSync(new URL(unit === 'aurora' ? './aurora.json' : './everyUnit.json', import.meta.url), 'utf8')));

/** Who looks after the units of a partner. */
const staffOf = { horizonte: demoPeople.parceiro, mare: demoPeople.parceira } as const;

export async function loadDemoSetups({ database, now }: Services): Promise<void> {
  for (const [unit, { id: tenant_id, partner }] of Object.entries(demoUnits)) {
    const { id, name } = staffOf[partner];
    const given = { document: documentOf(unit), sections: setupSections, role: 'partner', asked_by: { id, name }, tenant_id } as const;
    const { problems } = await database.withTenant({ kind: 'tenant', tenant_id, action: 'demo.load' }, (tx) =>
      applyDocument(tx, { ...given, now: now() }),
    );
    if (problems.length > 0) throw new Error(`The set-up of ${unit} cannot be applied: ${JSON.stringify(problems)}`);
  }
}
