import { list } from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '#test/harness/browser.ts';
import { startSession } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Context } from './context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { createServe } from './serve.ts';
import { createServer } from './server.ts';

const world = await openWorld();
afterAll(world.close);

/** PostgreSQL's word for a change in a transaction that reads. */
const readOnly = '25006';
const attempt = (place: Scoped): Promise<string> =>
  place.run(sql`update tenant set name = name`).then(
    () => 'changed',
    (error: unknown) => (error as { code: string }).code,
  );

test('whoever only asks changes nothing, whatever the handler tries and wherever', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const places: Record<string, (ctx: Context) => Promise<Scoped>> = {
    'the own unit': async (ctx) => ctx,
    'a unit that is managed': (ctx) => ctx.unit(unit.id),
    'the partner': async (ctx) => ctx.partner(),
    identity: async (ctx) => ctx.identity,
  };
  const found: Record<string, string> = {};
  const { app } = await createServer(world.services);
  createServe(app, world.services)(list, async (ctx, { query: { page, per_page } }) => {
    for (const [name, open] of Object.entries(places)) found[name] = await attempt(await open(ctx));
    return { data: [], meta: { page, per_page, total: 0, total_is_capped: false }, can: { add: false } };
  });
  await app.ready();
  const browser = openBrowser({ app, log: world.log });
  const person = await partner.person({ unit });
  browser.enter(await startSession(world.owner, person, { now: world.services.now(), host: browser.host, ip: browser.ip }));
  await browser.call(list, {});
  await app.close();
  expect(found).toEqual({ 'the own unit': readOnly, 'a unit that is managed': readOnly, 'the partner': readOnly, identity: readOnly });
});
