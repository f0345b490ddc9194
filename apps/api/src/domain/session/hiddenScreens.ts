/** Which screens are hidden from somebody: what the unit hides from all and from the role, and what is hidden from the person. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';

type Lists = Pick<TenantSettings, 'hidden_menu_unit' | 'hidden_menu_admin' | 'hidden_menu_user'>;

/** Staff that looks after a unit does not belong to it: nothing is hidden from them. */
export function hiddenScreens(role: Role, settings: Lists, own: readonly string[]): string[] {
  if (role !== 'admin' && role !== 'user') return [];
  return [...new Set([...settings.hidden_menu_unit, ...settings[`hidden_menu_${role}`], ...own])];
}
