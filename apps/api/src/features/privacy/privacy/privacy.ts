/** Own data, and the administrators' list of requests about it. */
import * as contract from '@vitrine/contract/privacy/privacy.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { correctProfile, showMyData, takeMyData } from './myData.ts';
import { askAbout, cancelRequest, decideRequest, listRequests, oneRequest } from './requests.ts';

export function privacy(serve: Serve): void {
  serve(contract.myData, (ctx) => showMyData(ctx));
  serve(contract.downloadMyData, (ctx) => takeMyData(ctx));
  serve(contract.correctProfile, (ctx, { body }) => correctProfile(ctx, body));
  serve(contract.requests, (ctx, { query }) => listRequests(ctx, query));
  serve(contract.request, (ctx, { params }) => oneRequest(ctx, params.id));
  serve(contract.ask, (ctx, { body }) => askAbout(ctx, body));
  serve(contract.cancel, (ctx, { params }) => cancelRequest(ctx, params.id));
  serve(contract.decide, (ctx, { params, body }) => decideRequest(ctx, params.id, body));
}
