import type { Directory } from '../directory/directory.ts';
import type { Group } from '../directory/people.ts';
import { ScimFailure, openScimClient } from './client.ts';
import type { ScimClient } from './client.ts';
import type { Speaker, Wanted } from './dialect.ts';
import { entraSpeaker } from './entra.ts';
import type { ProvisioningLog } from './log.ts';
import { oktaSpeaker } from './okta.ts';
import type { Provisioning, ProvisioningSettings } from './records.ts';

const dayMs = 86_400_000;

const speakers: Record<ProvisioningSettings['dialect'], () => Speaker> = {
  entra: () => entraSpeaker(false),
  entra_flag: () => entraSpeaker(true),
  okta: () => oktaSpeaker(false),
  okta_patch: () => oktaSpeaker(true),
};

type Run = {
  directory: Directory;
  provisioning: Provisioning;
  settings: ProvisioningSettings;
  client: ScimClient;
  speaker: Speaker;
  now: number;
};

const concerns = ({ domains }: ProvisioningSettings, mail: string): boolean =>
  domains.length === 0 || domains.some((domain) => mail.toLowerCase().endsWith(`@${domain}`));

/** Does one thing; when the application refuses it, the log has it and the run goes on with the next one. */
const attempt = async (work: () => Promise<void>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof ScimFailure && !error.fatal) return false;
    throw error;
  }
};

const tellPerson = async ({ provisioning, client, speaker }: Run, person: Wanted, known: Map<string, string>): Promise<void> => {
  const { object_id, name, mail, active } = person;
  const before = provisioning.people[object_id];
  const sent = { name, mail, active };
  if (before) {
    await speaker.updatePerson(client, before.id, person, before);
    provisioning.people[object_id] = { id: before.id, ...sent };
    return;
  }
  const found = known.get(mail.toLowerCase()) ?? (await speaker.findPerson(client, person));
  if (found !== undefined) await speaker.updatePerson(client, found, person, undefined);
  // Nobody is made only to be disabled.
  else if (!active) return;
  provisioning.people[object_id] = { id: found ?? (await speaker.createPerson(client, person)), ...sent };
};

const tellGroup = async ({ provisioning, client, speaker }: Run, group: Group): Promise<void> => {
  const members = group.members.flatMap((id) => {
    const person = provisioning.people[id];
    return person && person.gone_at_ms === undefined ? [person.id] : [];
  });
  const wanted = { id: group.id, name: group.name, members };
  const before = provisioning.groups[group.id];
  const id = before?.id ?? (await speaker.findGroup(client, wanted)) ?? (await speaker.createGroup(client, wanted));
  await speaker.updateGroup(client, id, wanted, before);
  provisioning.groups[group.id] = { id, name: group.name, members };
};

/** People who are not in the directory any more are disabled first, and where the directory does so deleted after its time. */
const tellGone = async ({ provisioning, client, speaker, now }: Run, objectId: string): Promise<void> => {
  const before = provisioning.people[objectId];
  if (!before) return;
  const { id, name, mail } = before;
  const gone_at_ms = before.gone_at_ms ?? now;
  if (before.active) await speaker.updatePerson(client, id, { object_id: objectId, name, mail, active: false }, before);
  provisioning.people[objectId] = { ...before, active: false, gone_at_ms };
  const days = speaker.deletes_after_days;
  if (days === undefined || now - gone_at_ms < days * dayMs) return;
  await client.send({ about: name, did: `Deleted: gone for ${days} days`, method: 'DELETE', path: `/Users/${id}` });
  delete provisioning.people[objectId];
};

const tellAll = async (run: Run): Promise<{ refused: number }> => {
  const { directory, settings, provisioning, client } = run;
  const known = await run.speaker.begin(client);
  const people = directory.people.filter(({ mail, guest }) => !guest && concerns(settings, mail));
  const ids = new Set(people.map(({ object_id }) => object_id));
  const done: boolean[] = [];
  for (const { object_id, name, mail, disabled } of people)
    done.push(await attempt(() => tellPerson(run, { object_id, name, mail, active: disabled !== true }, known)));
  for (const objectId of Object.keys(provisioning.people).filter((id) => !ids.has(id)))
    done.push(await attempt(() => tellGone(run, objectId)));
  const groups = directory.groups.filter(({ id, members }) => id in provisioning.groups || members.some((member) => ids.has(member)));
  for (const group of groups) done.push(await attempt(() => tellGroup(run, group)));
  for (const [groupId, { id, name }] of Object.entries(provisioning.groups)) {
    if (directory.groups.some((group) => group.id === groupId)) continue;
    const isGone = await attempt(async () => {
      await client.send({ about: name, did: 'Deleted the group', method: 'DELETE', path: `/Groups/${id}` });
    });
    if (isGone) delete provisioning.groups[groupId];
    done.push(isGone);
  }
  return { refused: done.filter((one) => !one).length };
};

/** One run: tells the application everything that differs from what it was told last. Answers whether it took all of it. */
export const provision = async (directory: Directory, log: ProvisioningLog, now: number): Promise<boolean> => {
  const { provisioning } = directory;
  const { settings } = provisioning;
  if (!settings) return false;
  const client = openScimClient(settings, log);
  log.add({ about: '', did: 'A run begins', failed: false });
  try {
    const { refused } = await tellAll({ directory, provisioning, settings, client, speaker: speakers[settings.dialect](), now });
    const did = refused === 0 ? 'The run is complete' : `The run is complete; the application refused ${refused}`;
    log.add({ about: '', did, failed: refused > 0 });
    return refused === 0;
  } catch (error) {
    if (!(error instanceof ScimFailure)) throw error;
    log.add({ about: '', did: `The run was broken off. ${error.message}`, failed: true });
    return false;
  }
};

/** Whether the application answers as it should. */
export const testConnection = async ({ settings }: Provisioning, log: ProvisioningLog): Promise<boolean> => {
  if (!settings) return false;
  try {
    await speakers[settings.dialect]().test(openScimClient(settings, log));
    return true;
  } catch (error) {
    if (!(error instanceof ScimFailure)) throw error;
    // What the application refused is in the log; what it answered wrongly is told here.
    if (error.status !== null && error.status < 400) log.add({ about: '', did: error.message, failed: true });
    return false;
  }
};
