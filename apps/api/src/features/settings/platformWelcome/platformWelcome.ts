/** The platform's welcome message. Who is shown it, and once for each version, is decided in `settings/loadSettings.ts`. */
import type { PlatformWelcome } from '@vitrine/contract/settings/platformWelcome.ts';
import * as contract from '@vitrine/contract/settings/platformWelcome.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, found } from '#platform/http/fail.ts';

const nothing = { message_ptbr: null, message_en: null, message_es: null, message_ptpt: null };

async function readWelcome(ctx: Context): Promise<PlatformWelcome> {
  type Row = { welcome: Partial<PlatformWelcome>; version: number };
  const [row] = await ctx.operator().run(sql<Row>`select welcome, welcome_version as version from platform_setting`);
  const { welcome, version } = found(row);
  return { ...nothing, ...welcome, version };
}

export function platformWelcome(serve: Serve): void {
  serve(contract.get, readWelcome);

  serve(contract.save, async (ctx, { body: { version, ...texts } }) => {
    const said = Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
    const changed = await ctx.operator().run(sql`
      update platform_setting set welcome = ${JSON.stringify(said)}::jsonb, welcome_version = welcome_version + 1
      where welcome_version = ${version} returning welcome_version`);
    if (changed.length === 0) fail('conflict');
    return readWelcome(ctx);
  });
}
