/** `test` of the journeys: a database to look into, units to work in, and no error that a person would not see. */
import { test as base, expect } from '@playwright/test';
import type { Caller } from './caller.ts';
import { openCaller } from './caller.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import type { Shelf } from './publishing.ts';
import { openShelf } from './publishing.ts';
import type { Member, Unit } from './unit.ts';
import { makeUnit } from './unit.ts';

export type Journey = {
  /** A unit of this journey's own. */
  unit: Unit;
  /** The unit's administrator, Alice. */
  admin: Member;
  /** Somebody of the unit who may only read, Célia. */
  reader: Member;
  /** Where the administrator publishes reports. */
  shelf: Shelf;
  /** Signs somebody in by a call, beside the page. */
  callAs: (person: { email: string }) => Promise<Caller>;
  noErrors: void;
};

// What the browser writes for every call that is refused or cut off; the journeys look at what the page makes of it.
const ofNetwork = /^Failed to load resource|net::ERR_|did not arrive$/m;

export const test = base.extend<Journey, { database: Database }>({
  database: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const database = await openDatabase();
      // The demo's request would stand in front of every page of Ana's.
      await database.rows(
        `update remote_access set state = 'cancelled' where state = 'waiting' and answer_until > now() + interval '1 day'`,
        [],
      );
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  unit: async ({ database }, use) => use(await makeUnit(database)),
  admin: async ({ unit }, use) => use(await unit.person('Alice Prado', 'admin')),
  reader: async ({ unit }, use) => use(await unit.person('Célia Prates', 'user')),
  shelf: async ({ admin, callAs }, use) => use(await openShelf((await callAs(admin)).call, 'Mercado')),
  callAs: async ({ database: _database }, use) => {
    const callers: Caller[] = [];
    await use(async (person) => {
      const caller = await openCaller(person);
      callers.push(caller);
      return caller;
    });
    for (const caller of callers) await caller.close();
  },
  noErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !ofNetwork.test(message.text())) errors.push(message.text());
      });
      await use();
      expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
