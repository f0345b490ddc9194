/** Acting for somebody: asked, answered, entered, left, and told afterwards (docs/reference/product-rules.md 6). */
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail } from '#platform/http/fail.ts';
import { answerRequest, cancelRequest, endAccess } from './answer.ts';
import { ask, askStaff } from './ask.ts';
import { enter, noteScreen } from './inside.ts';
import { leave } from './leave.ts';
import { exportReceipt } from './receiptFile.ts';
import { getAccess, listAccesses, receiptOf } from './receipts.ts';
import { changeChoices, changeToMember, changeToMemberAtOnce } from './switch.ts';

export function remoteAccess(serve: Serve): void {
  serve(contract.ask, (ctx, { body }) => ask(ctx, body));
  serve(contract.askStaff, (ctx, { body }) => askStaff(ctx, body));
  serve(contract.cancel, (ctx, { params: { id } }) => cancelRequest(ctx, id));
  serve(contract.answer, (ctx, { params: { id }, body }) => answerRequest(ctx, id, body));
  serve(contract.enter, (ctx, { params: { id } }) => enter(ctx, id));
  serve(contract.leave, (ctx) => leave(ctx));
  serve(contract.changeBack, (ctx) => leave(ctx));
  serve(contract.changeToMember, (ctx, { body }) => changeToMember(ctx, body));
  serve(contract.changeToMemberAtOnce, (ctx, { body }) => changeToMemberAtOnce(ctx, body));
  serve(contract.changeChoices, (ctx, { query }) => changeChoices(ctx, query));
  serve(contract.seen, (ctx, { body }) => noteScreen(ctx, body));
  serve(contract.end, (ctx, { params: { id } }) => endAccess(ctx, id));
  serve(contract.list, (ctx, { query }) => listAccesses(ctx, query));
  serve(contract.get, (ctx, { params: { id } }) => (ctx.actor.acting === null ? getAccess(ctx, id) : fail('acting_never')));
  serve(contract.receipt, (ctx, { params: { id } }) => receiptOf(ctx, id));
  serve(contract.exportReceipt, (ctx, { params: { id }, query }) => exportReceipt(ctx, id, query));
}
