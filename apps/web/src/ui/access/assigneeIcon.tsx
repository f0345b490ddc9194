import { IconBuilding, IconUser, IconUsers } from '@tabler/icons-react';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';

const icons = { membership: IconUser, user_group: IconUsers, unit: IconBuilding } as const;

export function AssigneeIcon({ to }: { to: Grant['to'] }) {
  const Icon = icons[to];
  return <Icon size={18} stroke={1.6} aria-hidden="true" />;
}
