import type { ComponentProps, CSSProperties } from 'react';
import { GroupIcon } from './icons.tsx';
import css from './reportCover.module.css';

type Props = {
  report: { id: string; cover?: string | null | undefined };
  /** The icon of its group. */
  icon?: ComponentProps<typeof GroupIcon>['name'];
  /** Beside a line of text. */
  small?: boolean;
};

/** The same report has the same colour everywhere; neighbours rarely share one. */
const hueOf = (id: string): number => Array.from(id).reduce((hue, character) => (hue * 31 + (character.codePointAt(0) ?? 0)) % 360, 7);

/** The cover of a report, or its group's icon on a colour of its own. */
export function ReportCover({ report: { id, cover }, icon = 'chart', small = false }: Props) {
  return (
    <span className={css.cover} data-small={small || undefined} style={{ '--hue': hueOf(id) } as CSSProperties} aria-hidden="true">
      {cover ? <img src={cover} alt="" loading="lazy" /> : <GroupIcon name={icon} size={small ? 16 : 24} />}
    </span>
  );
}
