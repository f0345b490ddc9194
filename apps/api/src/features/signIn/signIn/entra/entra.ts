/** Signing in by Microsoft Entra, and which directories a unit trusts (docs/reference/product-rules.md 9). */
import * as contract from '@vitrine/contract/signIn/entra.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { begin } from './attempts.ts';
import { addDirectory, checkDirectory, listDirectories, removeDirectory, updateDirectory } from './directories.ts';
import { finish } from './finish.ts';
import { invite, listPeople, unlink } from './people.ts';

export function entra(serve: Serve): void {
  serve(contract.begin, (ctx, { body }) => begin(ctx, body));
  serve(contract.finish, (ctx, { body }) => finish(ctx, body));

  serve(contract.list, (ctx) => listDirectories(ctx));
  serve(contract.add, (ctx, { body }) => addDirectory(ctx, body));
  serve(contract.update, (ctx, { params: { id }, body }) => updateDirectory(ctx, id, body));
  serve(contract.remove, (ctx, { params: { id } }) => removeDirectory(ctx, id));
  serve(contract.check, (ctx, { params: { id } }) => checkDirectory(ctx, id));

  serve(contract.people, (ctx, { params: { id }, query: { q } }) => listPeople(ctx, id, q));
  serve(contract.invite, (ctx, { params: { id }, body }) => invite(ctx, id, body));
  serve(contract.unlink, (ctx, { params: { id }, body }) => unlink(ctx, id, body));
}
