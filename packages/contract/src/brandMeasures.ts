/** Everything that is measured of a brand, to be looked at: what the lint judges, and the ring of the keyboard and what is disabled as well. */
import type { ColourField } from './brandPairs.ts';
import { leastRatio, pairs, ratioNeeded, statesOf } from './brandPairs.ts';
import { contrast } from './colour.ts';
import type { Vision } from './colourVision.ts';
import { seenAs, visions } from './colourVision.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { darkColours, themeVariables } from './theme.ts';

export type BrandMeasure = {
  /** The ring and disabled texts are made from their surface: nobody chooses them. */
  front: ColourField | 'focus' | 'disabled';
  back: ColourField;
  /** What usual eyes need; others need 3. */
  needed: number;
  /** In the state in which it is the hardest to see: at rest, under the pointer or pressed. */
  ratios: Record<Vision, number>;
};

const ratiosOf = (front: string, backs: readonly string[]): Record<Vision, number> =>
  Object.fromEntries(
    visions.map((vision) => [vision, Math.min(...backs.map((back) => contrast(seenAs(vision, front), seenAs(vision, back))))]),
  ) as Record<Vision, number>;

function chosen(colours: ThemeColours): BrandMeasure[] {
  const meeting = pairs.filter(({ kind }) => kind !== 'apart');
  return meeting.map(({ kind, front, back, states }) => {
    const surfaces = statesOf(back, colours, colours[front]);
    const backs = states.map((state) => surfaces[state]);
    return { front, back, needed: ratioNeeded(kind), ratios: ratiosOf(colours[front], backs) };
  });
}

function made(colours: ThemeColours): BrandMeasure[] {
  const variables = themeVariables(colours);
  const of = (front: string, ...backs: string[]) =>
    ratiosOf(
      variables[front] as string,
      backs.map((back) => variables[back] as string),
    );
  return (['background', 'card'] as const).flatMap((back) => [
    { front: 'focus' as const, back, needed: leastRatio, ratios: of(`${back}-focus`, back, `${back}-hover`) },
    // On the faint surface of a disabled button.
    { front: 'disabled' as const, back, needed: leastRatio, ratios: of(`${back}-dim`, `${back}-line`) },
  ]);
}

/** The colours that somebody chose where they meet, and what is made from them, in both schemes. */
export function measureBrand(light: ThemeColours, dark: Partial<ThemeColours>): Record<'light' | 'dark', BrandMeasure[]> {
  const measured = (colours: ThemeColours) => [...chosen(colours), ...made(colours)];
  return { light: measured(light), dark: measured(darkColours(light, dark)) };
}
