/** Testing an app before it is switched on: a sign-in that starts no session, and shows what arrived. */
import type { SamlReport } from '@vitrine/contract/signIn/saml.ts';
import { sql } from 'kysely';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { signInAddress } from '#platform/saml/saml.ts';
import { writeDown } from './attempts.ts';
import { pairOf, trustedApp } from './trust.ts';

export async function beginTest(ctx: Context, { id }: { id: string }): Promise<{ test_id: string; redirect_url: string }> {
  const [own] = await ctx.run(sql<{ id: string }>`select id from saml_app where id = ${id}`);
  const [app] = await ctx.identity.run(trustedApp(found(own).id));
  // The provider knows the unit's own host, wherever the administrator works.
  const host = await hostOfTenant(ctx, found(app).tenant_id);
  const { person_id: tester_id } = ctx.actor;
  const attempt = await writeDown(ctx, { app: found(app), host, purpose: 'test', cookie: null, tester_id });
  return { test_id: attempt.id, redirect_url: await signInAddress(await pairOf(ctx, found(app), host), attempt.request_id, attempt.state) };
}

type Row = { report: Omit<SamlReport, 'state'> | null; open: boolean };

/** What whoever tests is shown; of nobody else's test. */
export async function readReport(ctx: Context, id: string): Promise<SamlReport> {
  const { tenant_id, person_id } = ctx.actor;
  const [row] = await ctx.identity.run(sql<Row>`
    select report, expires_at > ${ctx.now()} as open from saml_attempt
    where id = ${id} and purpose = 'test' and unit_id = ${tenant_id} and tester_id = ${person_id}`);
  const { report, open } = found(row);
  if (report) return { state: 'done', ...report };
  return { state: open ? 'waiting' : 'over', checks: [], arrived: null };
}
