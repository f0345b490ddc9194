/** Everything that stands against applying a document, with what the people of the unit decide: values and addresses. */
import type { SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { nameKey } from '@vitrine/contract/organisation/setupDocument.ts';
import type { SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import { sql } from 'kysely';
import { hasOption } from '#domain/people/customFields.ts';
import { probationAfter } from '#domain/settings/settings.rules.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Author } from './problems.rules.ts';
import { problemsOf } from './problems.rules.ts';
import type { UnitSetup } from '#domain/organisation/setup/readSetup.ts';
import { sectionsOf } from './setup.rules.ts';
import { settingsAfter } from './settingsAfter.ts';

type Case = {
  document: SetupDocument;
  unit: UnitSetup;
  wanted: readonly SetupSection[];
  /** `address`: from where somebody asks whom the unit's list concerns. */
  author: Author & { address: { ip: string; ip_exempt: boolean } | null };
  now: Date;
};
type Place = Pick<Transaction, 'run'>;

/** Options that the document no longer has, but people do: who removes them on the screen is asked first. */
async function optionsInUse(place: Place, { document, unit }: Case): Promise<SetupProblem[]> {
  const before = new Map(unit.rows.custom_fields.map(({ id, name, options }) => [nameKey(name), { id, options }]));
  const problems: SetupProblem[] = [];
  for (const { name, options } of document.custom_fields ?? []) {
    const known = before.get(nameKey(name));
    const gone = known?.options.filter((option) => !options.includes(option)) ?? [];
    if (!known || gone.length === 0) continue;
    const [used] = await place.run(sql`select from membership m where ${hasOption(known.id, gone)} limit 1`);
    if (used) problems.push({ section: 'custom_fields', name, problem: 'option_in_use', about: gone.join(', ') });
  }
  return problems;
}

/** A list of addresses from which the one who asks could not come back. On the screen it is tried out first. */
function excludesAuthor({ document: { settings }, unit: { rows }, author: { role, address }, now }: Case): boolean {
  if (!settings || !address) return false;
  const { before, document } = settingsAfter(rows, settings, now);
  return probationAfter(before, document, rows.settings.partner_settings, { role, ...address }, now).excludesAuthor;
}

export async function findProblems(place: Place, given: Case): Promise<SetupProblem[]> {
  const { document, unit, wanted, author, now } = given;
  const sections = sectionsOf(document, wanted);
  return [
    ...problemsOf(document, unit, wanted, author, now),
    ...(sections.includes('custom_fields') ? await optionsInUse(place, given) : []),
    ...(sections.includes('settings') && excludesAuthor(given)
      ? [{ section: 'settings' as const, name: '', problem: 'excludes_you' as const, about: author.address?.ip ?? '' }]
      : []),
  ];
}
