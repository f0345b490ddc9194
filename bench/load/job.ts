/** Job and result of the load generator: plain data, because they cross a process boundary. */

/**
 * One request of a cycle. Path, headers and body may hold `{name}`: a variable of the connection, a field that an earlier
 * answer of the cycle gave (`keep`), or `{n}`, which no other request of the job has.
 */
export type Step = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Any other status is counted as a failure. */
  expect: number;
  /** Fields of the JSON answer that later steps of the cycle use. */
  keep?: readonly string[];
};

export type Job = {
  host: string;
  port: number;
  /** Each connection goes through the steps again and again. */
  steps: readonly Step[];
  /** One entry for each connection; `address` is the local address that it comes from. */
  connections: readonly { variables: Record<string, string>; address?: string }[];
  seconds: number;
};

export type Outcome = {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  longest: number;
  failures: number;
  /** Status and beginning of the first answer that was not expected. */
  firstFailure: string | null;
};
