import type { ReportingAccount } from '@vitrine/contract/reports/reportingAccounts.ts';
import type { Values } from '#ui/form/types.ts';

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Form values → body: ids trimmed, empty ones as null, no secret if the stored one stays. */
export function accountBody(values: Values, account: ReportingAccount | null): Values {
  const { secret_value, ...rest } = values;
  const keepsSecret = secret_value === '' && account?.has_secret_value;
  return {
    ...rest,
    application_id: trimmed(rest['application_id']),
    directory_id: trimmed(rest['directory_id']),
    object_id: trimmed(rest['object_id']) || null,
    subscription_id: trimmed(rest['subscription_id']) || null,
    secret_expires_on: trimmed(rest['secret_expires_on']) || null,
    ...(keepsSecret ? {} : { secret_value }),
  };
}
