import type { CSSProperties, ReactNode } from 'react';
import { useBranding } from '#platform/branding.ts';
import css from './reportCover.module.css';

type Props = {
  report: { id: string; title: string; cover?: string | null | undefined };
  /** Its first page. */
  picture?: string | null;
  /** Beside a line of text. */
  small?: boolean;
};

/** A number that looks random and is always the same for the text. */
const hash = (text: string): number => {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
};

/** Patterns as reports have them, 100 by 50; all of the same ink. */
const motifs: readonly ReactNode[] = [
  [12, 20, 15, 28, 24, 36, 31].map((tall, index) => <rect key={index} x={4 + index * 14} y={50 - tall} width="9" height={tall} rx="1.5" />),
  <path key="area" d="M0 38C14 30 20 34 32 26S52 30 64 18 84 20 100 6V50H0Z" />,
  [34, 46, 22, 40, 28].map((long, index) => <rect key={index} x="4" y={5 + index * 9} width={long * 2} height="5.5" rx="1.5" />),
  <path
    key="ring"
    fillRule="evenodd"
    d="M78 2a24 24 0 1 1 0 48 24 24 0 0 1 0-48Zm0 14a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM4 14h34v5H4Zm0 10h26v5H4Zm0 10h30v5H4Z"
  />,
  [
    [14, 36, 5],
    [30, 28, 8],
    [46, 34, 4],
    [58, 18, 10],
    [76, 26, 6],
    [88, 12, 7],
  ].map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} />),
  [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => <rect key={`${row} ${column}`} x={4 + column * 24} y={4 + row * 15} width="20" height="11" rx="2" />),
  ),
];

/** The first letters of the first two words that say something: `Vendas da rede` is VR. */
function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 3 || /^[\p{Lu}\p{N}]/u.test(word));
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}

/** The picture of a report, or one that is drawn from its name, with the brand's icon of reports: colour and pattern stay the same everywhere. */
export function ReportCover({ report: { id, title, cover }, picture = null, small = false }: Props) {
  const hue = (hash(title) * 47) % 360;
  const { icon_report: icon } = useBranding().theme;
  const image = picture ?? cover;
  return (
    <span
      className={css.cover}
      data-small={small || undefined}
      data-thumbnail={picture ? '' : undefined}
      style={{ '--hue': hue } as CSSProperties}
      aria-hidden="true"
    >
      {image ? (
        <img src={image} alt="" loading="lazy" />
      ) : (
        <>
          {small ? null : <svg viewBox="0 0 100 50">{motifs[hash(id) % motifs.length]}</svg>}
          {icon ? <img src={icon} alt="" data-icon /> : <b>{initialsOf(title)}</b>}
        </>
      )}
    </span>
  );
}
