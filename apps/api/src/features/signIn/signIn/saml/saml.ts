/** Signing in by SAML, and the apps by which a unit lets people in (docs/reference/product-rules.md 9). */
import * as contract from '@vitrine/contract/signIn/saml.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { addApp, changeStatus, listApps, listUsed, removeApp, updateApp } from './apps.ts';
import { begin } from './attempts.ts';
import { callback } from './callback.ts';
import { finish } from './finish.ts';
import { leave, receiveLogout } from './logout.ts';
import { look, showMetadata } from './provider.ts';
import { beginTest, readReport } from './testing.ts';

export function saml(serve: Serve): void {
  serve(contract.begin, (ctx) => begin(ctx));
  serve(contract.callback, (ctx, { params: { id }, body }) => callback(ctx, id, body));
  serve(contract.finish, (ctx, { body }) => finish(ctx, body));
  serve(contract.metadata, (ctx, { params: { id } }) => showMetadata(ctx, id));
  serve(contract.leave, (ctx) => leave(ctx));
  serve(contract.logoutPosted, (ctx, { params: { id }, body }) => receiveLogout(ctx, id, body, 'form'));
  serve(contract.logoutRedirected, (ctx, { params: { id }, query }) => receiveLogout(ctx, id, query, 'address'));

  serve(contract.list, (ctx) => listApps(ctx));
  serve(contract.used, (ctx) => listUsed(ctx));
  serve(contract.add, (ctx, { body }) => addApp(ctx, body));
  serve(contract.update, (ctx, { body }) => updateApp(ctx, body));
  serve(contract.changeStatus, (ctx, { body }) => changeStatus(ctx, body));
  serve(contract.remove, (ctx, { query }) => removeApp(ctx, query));
  serve(contract.readMetadata, (ctx, { body }) => look(ctx, body));
  serve(contract.beginTest, (ctx, { body }) => beginTest(ctx, body));
  serve(contract.testReport, (ctx, { params: { id } }) => readReport(ctx, id));
}
