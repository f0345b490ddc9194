/** The configuration of a business unit, and what a signed-in person loads of it (docs/reference/specification.md 3). */
import * as contract from '@vitrine/contract/settings/settings.ts';
import { query } from '#platform/database/query.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { loadConfiguration, partnerForm, unitForm } from './loadSettings.ts';
import { keepAddressList, saveConfiguration } from './saveSettings.ts';
import { testMail } from './testMail.ts';
import { savePartnerConfiguration } from './savePartnerSettings.ts';

export function settings(serve: Serve): void {
  serve(contract.getConfig, (ctx) => loadConfiguration(ctx));
  serve(contract.remoteConfig, (ctx) => loadConfiguration(ctx));
  serve(contract.welcomeSeen, async ({ identity, actor }, { body }) => {
    await identity.run(
      query
        .insertInto('welcome_seen')
        .values({ person_id: actor.person_id, version: body.version })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });
  serve(contract.saveConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.updateConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.savePasswordConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.unitForm, (ctx) => unitForm(ctx));
  serve(contract.partnerForm, (ctx) => partnerForm(ctx));
  serve(contract.updatePartnerConfig, (ctx, { body }) => savePartnerConfiguration(ctx, body));
  serve(contract.testMail, (ctx, { body }) => testMail(ctx, body));
  serve(contract.keepIpList, (ctx, { body }) => keepAddressList(ctx, body));
}
