import { expect, test } from 'vitest';
import { accessToken, call, clientOf, ids, ownWorld, publish } from './world.ts';

test('executeQueries: names, blanks, byte order mark, limits and errors', async () => {
  const service = await ownWorld();
  const { datasets } = await publish(service, 'T.csv', 'Cidade,Valor\nRecife,1\nNatal,\n');
  const dataset = datasets[0]?.id ?? '';
  const path = `groups/${ids.sales}/datasets/${dataset}/executeQueries`;
  const as = await accessToken(service);
  const raw = await fetch(`${service.origin}/v1.0/myorg/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({ queries: [{ query: "EVALUATE 'T' ORDER BY 'T'[Cidade]" }] }),
  });
  expect([...new Uint8Array(await raw.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  const { execute } = clientOf(service).queries;
  expect((await execute(ids.sales, dataset, "EVALUATE 'T' ORDER BY 'T'[Cidade]")).rows).toEqual([
    { 'T[Cidade]': 'Natal' },
    { 'T[Cidade]': 'Recife', 'T[Valor]': 1 },
  ]);
  service.limits.query_rows = 1;
  expect(await execute(ids.sales, dataset, "EVALUATE 'T'")).toMatchObject({
    rows: [{}],
    error: { message: expect.stringMatching(/more rows/) },
  });
  await expect(execute(ids.sales, dataset, 'EVALUATE Nothing')).rejects.toMatchObject({
    kind: 'invalid',
    code: 'DatasetExecuteQueriesError',
    message: expect.stringMatching(/Nothing/),
  });
  await expect(execute(ids.sales, ids.securedModel, 'EVALUATE Store')).rejects.toMatchObject({ kind: 'invalid' });
  service.limits.queries_a_minute = 5;
  service.clock.advance(61_000);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call(service, as, 'POST', path, { queries: [{ query: "EVALUATE 'T'" }] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60');
});
