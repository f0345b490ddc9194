/** The configuration of a business unit, and what a signed-in person loads of it (specification section 3). */
import * as contract from '@vitrine/contract/features/configuration.ts';
import type { Serve } from '../../core/serve.ts';
import { loadConfiguration, partnerForm, unitForm } from './loadConfiguration.ts';
import { keepAddressList, saveConfiguration } from './saveConfiguration.ts';
import { testMail } from './testMail.ts';
import { savePartnerConfiguration } from './savePartnerConfiguration.ts';

export function configuration(serve: Serve): void {
  serve(contract.getConfig, (ctx) => loadConfiguration(ctx));
  serve(contract.remoteConfig, (ctx) => loadConfiguration(ctx));
  serve(contract.saveConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.updateConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.savePasswordConfig, (ctx, { body }) => saveConfiguration(ctx, body));
  serve(contract.unitForm, (ctx) => unitForm(ctx));
  serve(contract.partnerForm, (ctx) => partnerForm(ctx));
  serve(contract.updatePartnerConfig, (ctx, { body }) => savePartnerConfiguration(ctx, body));
  serve(contract.testMail, (ctx, { body }) => testMail(ctx, body));
  serve(contract.keepIpList, (ctx, { body }) => keepAddressList(ctx, body));
}
