/** `perfil_usuario` of the specification: operator, partner, administrator, reader. */
export const roles = ['a2m', 'master', 'admin', 'user'] as const;
export type Role = (typeof roles)[number];

/** What a person is besides the role. Each adds a column of the capability table. */
export const staffFlags = ['billing_administrator', 'support_agent', 'seller'] as const;
export type StaffFlag = (typeof staffFlags)[number];

/** How the present session came about; each drives one rule (may change the password? may refresh? shows a banner?). */
export const authTypes = ['password', 'azure', 'saml', 'embedded', 'playlist', 'partner', 'remote'] as const;
export type AuthType = (typeof authTypes)[number];

const rank: Record<Role, number> = { a2m: 3, master: 2, admin: 1, user: 0 };

/** True when `role` stands above `other`. Nobody acts on an account of an equal or higher role but where a rule says so. */
export const outranks = (role: Role, other: Role): boolean => rank[role] > rank[other];
