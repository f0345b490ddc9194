/** Embedded access: how the unit allows it, the exchange of tokens, and what an embedded session reads. */
import * as contract from '@vitrine/contract/embedding/embedding.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { enter } from './enter.ts';
import { explain } from './explain.ts';
import { newSecret, readEmbedding, revoke, updateEmbedding } from './manage.ts';
import { open, renew, reportsOf } from './reading.ts';

export function embedding(serve: Serve): void {
  serve(contract.get, readEmbedding);
  serve(contract.update, (ctx, { body }) => updateEmbedding(ctx, body));
  serve(contract.newSecret, (ctx, { body }) => newSecret(ctx, body.at_once));
  serve(contract.revoke, revoke);
  serve(contract.explain, (ctx, { body }) => explain(ctx, body.token));

  serve(contract.enter, (ctx, { body }) => enter(ctx, body.token));
  serve(contract.embeddedReports, reportsOf);
  serve(contract.embeddedOpen, (ctx, { params }) => open(ctx, params.id));
  serve(contract.embeddedToken, (ctx, { params }) => renew(ctx, params.id));
}
