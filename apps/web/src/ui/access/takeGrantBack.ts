import { add, list, remove } from '#endpoints/access/reportAccess.ts';
import { call } from '#platform/http.ts';

/** Takes an assignment back; the answer gives it again, with the rows and the end that it had. */
export async function takeGrantBack({ report_id, grant_id }: { report_id: string; grant_id: string }): Promise<() => Promise<unknown>> {
  const params = { id: report_id };
  const kept = (await call(list, { params })).data.find(({ id }) => id === grant_id);
  await call(remove, { params: { ...params, grant_id } });
  return async () => {
    if (!kept) return;
    const { to, to_id, filters, rls_roles, rls_username, permission_edit, ends_on } = kept;
    await call(add, { params, body: { to, to_id, filters, rls_roles, rls_username, permission_edit, ends_on } });
  };
}
