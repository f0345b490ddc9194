/** What somebody is in the portal: operator of the platform, partner, administrator of a unit, reader. */
export const roles = ['operator', 'partner', 'admin', 'user'] as const;
export type Role = (typeof roles)[number];

/** What a person is besides the role. Each adds a column of the capability table. */
export const staffFlags = ['billing_administrator', 'support_agent', 'seller'] as const;
export type StaffFlag = (typeof staffFlags)[number];

/** How the present session came about; each drives one rule (may change the password? may refresh? shows a banner?). */
export const authTypes = ['password', 'azure', 'saml', 'embedded', 'playlist', 'partner', 'remote'] as const;
export type AuthType = (typeof authTypes)[number];
