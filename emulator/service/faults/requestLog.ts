/** One request as tests and curious people see it. `status` is null while unanswered, and for good when the connection was cut. */
export type LoggedRequest = {
  at: string;
  service: ServiceName;
  method: string;
  path: string;
  query: string;
  request_id: string;
  status: number | null;
  fault?: string;
};

export type ServiceName = 'powerbi' | 'entra' | 'saml' | 'arm' | 'embed';

const kept = 2_000;

/** The last requests, oldest first. */
export const createRequestLog = () => {
  let entries: LoggedRequest[] = [];
  return {
    add: (entry: LoggedRequest): void => {
      entries.push(entry);
      if (entries.length > 2 * kept) entries = entries.slice(-kept);
    },
    list: (): LoggedRequest[] => entries.slice(-kept),
    clear: (): void => {
      entries = [];
    },
  };
};
export type RequestLog = ReturnType<typeof createRequestLog>;

/** Which of the imitated services a path belongs to; undefined for the service's own administration. */
export const serviceOf = (path: string): ServiceName | undefined => {
  const [, first = '', second = ''] = path.toLowerCase().split('/');
  if (first === 'admin') return undefined;
  if (first === 'v1.0') return 'powerbi';
  if (first === 'saml') return 'saml';
  if (first === 'oidc') return 'entra';
  if (first === 'subscriptions' || first === 'providers') return 'arm';
  return ['oauth2', 'discovery', 'v2.0'].includes(second) ? 'entra' : 'embed';
};
