/** A row of `reporting_account`; its secret is opened only for a call. */
export type ReportingAccount = {
  tenant_id: string;
  id: string;
  version: number;
  directory_id: string;
  application_id: string;
  /** The Azure subscription of the capacity, where the account may start it. */
  subscription_id: string | null;
  secret_value: string;
};
