/**
 * What somebody should know about the colours that they chose, before they are published. The theme shows every text in a colour that reads
 * (theme.ts); this says where that colour will not be the chosen one, and which neighbour of the chosen one would be.
 *
 * Texts under 3:1 are refused and under 4.5:1 warned about (WCAG 2.2, 1.4.3), at rest and under the pointer. Nobody's eyes are left out: a
 * text that comes under 3:1 for somebody who lacks a kind of cone is refused as well. Shapes under 3:1 (1.4.11), differences that cannot be
 * seen, and texts that nobody chose for their surface are warned about.
 */
import type { ColourField, Pair, PairState } from './brandPairs.ts';
import { leastRatio, pairs, ratioNeeded, statesOf } from './brandPairs.ts';
import { contrast, fitted, toOklch } from './colour.ts';
import type { Vision } from './colourVision.ts';
import { seenAs, visions } from './colourVision.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { darkColours, themeVariables } from './theme.ts';

/** One change of one colour after which the pair passes. */
type BrandProposal = { field: ColourField; colour: string };

export type BrandFinding = {
  kind: Pair['kind'];
  level: 'refused' | 'warned';
  scheme: 'light' | 'dark';
  front: ColourField;
  back: ColourField;
  /** The worst contrast, and whose it is; null for differences. */
  ratio: number | null;
  state: PairState;
  vision: Vision;
  /** What is shown in place of the front colour; null: itself. */
  shown: string | null;
  /** Nearest first; on cards and backgrounds what stands on them first. */
  proposals: BrandProposal[];
};

/** The least tint by which an entry is recognised, as a distance in OKLab; a text needs three times as much, being thin. */
const tintDistance = 0.035;

type Verdict = Pick<BrandFinding, 'level' | 'ratio' | 'state' | 'vision'>;

function distance(one: string, other: string): number {
  const [a, b] = [toOklch(one), toOklch(other)];
  const turn = ((a.hue - b.hue) * Math.PI) / 180;
  const chroma = a.chroma ** 2 + b.chroma ** 2 - 2 * a.chroma * b.chroma * Math.cos(turn);
  return Math.hypot(a.lightness - b.lightness, Math.sqrt(Math.max(0, chroma)));
}

type Seen = { ratio: number; state: PairState; vision: Vision };

/** The state of a pair that is the hardest to see with this vision. */
function hardest(pair: Pair, colours: ThemeColours, vision: Vision): Seen {
  const front = colours[pair.front];
  const surfaces = statesOf(pair.back, colours, front);
  const seen = pair.states.map((state) => ({ ratio: contrast(seenAs(vision, front), seenAs(vision, surfaces[state])), state, vision }));
  return seen.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst));
}

function judgeContrast(pair: Pair, colours: ThemeColours): Verdict | null {
  const [usual, ...others] = [
    hardest(pair, colours, 'usual'),
    ...visions.slice(1).map((vision) => hardest(pair, colours, vision)),
  ] as const;
  const worst = others.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst), usual);
  const needed = ratioNeeded(pair.kind);
  if (usual.ratio >= needed && worst.ratio >= leastRatio) return null;
  const isUnreadable = worst.ratio < leastRatio && !pair.substituted;
  // What is told is why: the usual eyes where they alone are reason enough, else whoever sees it worst.
  const isOfAll = usual.ratio < (isUnreadable ? leastRatio : needed);
  return { level: isUnreadable ? 'refused' : 'warned', ...(isOfAll ? usual : worst) };
}

/** A chosen entry is known by its surface or by its text, whichever differs more. */
function differs(pair: Pair, colours: ThemeColours, vision: Vision): boolean {
  const far = (one: string, other: string) => distance(seenAs(vision, one), seenAs(vision, other));
  return Math.max(far(colours.active_item, colours[pair.back]), far(colours.active_item_font, colours.font) / 3) >= tintDistance;
}

function judgeDifference(pair: Pair, colours: ThemeColours): Verdict | null {
  const vision = visions.find((vision) => !differs(pair, colours, vision));
  return vision ? { level: 'warned', ratio: null, state: 'rest', vision } : null;
}

const judge = (pair: Pair, colours: ThemeColours): Verdict | null =>
  pair.kind === 'apart' ? judgeDifference(pair, colours) : judgeContrast(pair, colours);

const steps = 256;

/** The colour of the nearest lightness that passes, its hue kept; null where none does. */
function nearest(colour: string, passes: (candidate: string) => boolean): string | null {
  const wished = toOklch(colour);
  const tried = new Set<string>();
  for (let step = 1; step <= steps; step++) {
    for (const lightness of [wished.lightness - step / steps, wished.lightness + step / steps]) {
      const candidate = fitted({ ...wished, lightness });
      if (!tried.has(candidate) && passes(candidate)) return candidate;
      tried.add(candidate);
    }
  }
  return null;
}

/** With every other pair of the field where that is possible, else with this one at least. */
function proposalFor(field: ColourField, pair: Pair, colours: ThemeColours): BrandProposal | null {
  const passes = (one: Pair) => (candidate: string) => judge(one, { ...colours, [field]: candidate }) === null;
  const others = pairs.filter((one) => one !== pair && (one.front === field || one.back === field));
  const good = others.filter((one) => judge(one, colours) === null);
  const colour =
    nearest(colours[field], (candidate) => passes(pair)(candidate) && good.every((one) => passes(one)(candidate))) ??
    nearest(colours[field], passes(pair));
  return colour === null ? null : { field, colour };
}

function proposalsFor(pair: Pair, colours: ThemeColours, isFree: (field: ColourField) => boolean): BrandProposal[] {
  // Whoever chose a card wants its texts to read, not the card to be another; a button and its text are chosen together.
  const isGround = pair.kind !== 'apart' && (pair.back === 'card' || pair.back === 'background');
  const moved = ({ field, colour }: BrandProposal) => Math.abs(toOklch(colour).lightness - toOklch(colours[field]).lightness);
  return [pair.front, pair.back]
    .flatMap((field) => (isFree(field) ? [proposalFor(field, pair, colours)] : []))
    .filter((proposal) => proposal !== null)
    .toSorted((one, other) => (isGround ? 0 : moved(one) - moved(other)));
}

type Scheme = { name: BrandFinding['scheme']; colours: ThemeColours; isFree: (field: ColourField) => boolean };

/** Of the dark scheme only colours are judged that somebody chose: what is derived is made to read (`darkColours`). */
function schemesOf(light: ThemeColours, dark: Partial<ThemeColours> | null): Scheme[] {
  const chosen = Object.fromEntries(Object.entries(dark ?? {}).filter(([, colour]) => colour !== undefined)) as Partial<ThemeColours>;
  return [
    { name: 'light', colours: light, isFree: () => true },
    { name: 'dark', colours: darkColours(light, chosen), isFree: (field) => field in chosen },
  ];
}

/** The pairs that somebody chose a colour of. */
const judgedIn = ({ isFree }: Scheme): Pair[] => pairs.filter(({ front, back }) => isFree(front) || isFree(back));

function lintScheme(scheme: Scheme): BrandFinding[] {
  const { name, colours, isFree } = scheme;
  const variables = themeVariables(colours);
  return judgedIn(scheme).flatMap((pair) => {
    const verdict = judge(pair, colours);
    if (!verdict) return [];
    const { kind, front, back, variable } = pair;
    const drawn = variable === null ? undefined : variables[variable];
    const shown = drawn === undefined || drawn === colours[front].toLowerCase() ? null : drawn;
    return [{ kind, scheme: name, front, back, ...verdict, shown, proposals: proposalsFor(pair, colours, isFree) }];
  });
}

/** What is to be said of a brand, the worst first. */
export function lintBrand(light: ThemeColours, dark: Partial<ThemeColours> | null = null): BrandFinding[] {
  const weight = ({ level, kind }: BrandFinding) => (level === 'refused' ? 0 : kind === 'text' ? 1 : 2);
  return schemesOf(light, dark)
    .flatMap(lintScheme)
    .toSorted((one, other) => weight(one) - weight(other));
}

/** Whether the brand may be published as it is. */
export const isRefused = (findings: readonly BrandFinding[]): boolean => findings.some(({ level }) => level === 'refused');

export type UnreadablePair = Pick<BrandFinding, 'scheme' | 'front' | 'back'>;

/** Why a brand may not be published. Looks for no neighbour, which is what takes its time: a server can ask with each request. */
export const unreadablePairs = (light: ThemeColours, dark: Partial<ThemeColours> | null = null): UnreadablePair[] =>
  schemesOf(light, dark).flatMap((scheme) =>
    judgedIn(scheme)
      .filter((pair) => judge(pair, scheme.colours)?.level === 'refused')
      .map(({ front, back }) => ({ scheme: scheme.name, front, back })),
  );
