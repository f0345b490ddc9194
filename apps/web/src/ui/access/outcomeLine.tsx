import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const icons = { yes: IconCircleCheck, warning: IconAlertTriangle, info: IconInfoCircle } as const;

/** One sentence about what comes of an assignment. */
export function OutcomeLine({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <li data-kind={kind}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
