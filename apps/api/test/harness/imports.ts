/** Files of people as administrators send them. */
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import type { Browser } from './browser.ts';

export async function upload(admin: Browser, text: string | Buffer, name = 'pessoas.csv') {
  const answer = await admin.inject({
    method: 'POST',
    url: `/api/user_imports?name=${name}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(text),
  });
  return { status: answer.statusCode, body: answer.json<UserImport & { message: string }>() };
}

export const rowsOf = async (admin: Browser, id: string) =>
  (await admin.call(contract.rows, { params: { id }, query: { per_page: 100 } })).data;
