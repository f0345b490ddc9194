/** Which screens are hidden from somebody: what the unit hides from all and from the role, and what is hidden from the person. */
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Role, StaffFlag } from '@vitrine/contract/roles.ts';
import { capabilitiesOf, screensOf } from '@vitrine/contract/screens.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';

type Lists = Pick<TenantSettings, 'hidden_menu_unit' | 'hidden_menu_admin' | 'hidden_menu_user'>;

/** What a flag takes from the role: a seller of the operator has few of its screens. */
const beyond = (role: Role, flags: readonly StaffFlag[]): string[] =>
  screensOf(role).filter((name) => {
    const capabilities = capabilitiesOf(name, role);
    // The operator's start page is the platform in numbers.
    if (name === 'dashboard') return flags.includes('seller');
    return capabilities.length > 0 && !capabilities.some((capability) => permission({ role, flags }, capability, 'read'));
  });

/** Staff that looks after a unit does not belong to it: nothing that a unit hides is hidden from them. */
export function hiddenScreens(role: Role, settings: Lists, own: readonly string[], flags: readonly StaffFlag[] = []): string[] {
  if (role === 'operator' && flags.length > 0) return beyond(role, flags);
  if (role !== 'admin' && role !== 'user') return [];
  return [...new Set([...settings.hidden_menu_unit, ...settings[`hidden_menu_${role}`], ...own])];
}
