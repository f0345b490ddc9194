/** Which colours of a theme meet on a screen, in the states in which they do. The variables of the theme are made by the same functions. */
import type { ThemeColours } from './organisation/branding.ts';
import { hoverOn, onFilled } from './theme.ts';

export type ColourField = keyof ThemeColours;
/** What is pressed has the colours that it has under the pointer. */
export type PairState = 'rest' | 'hover';

/** Two chosen colours that meet. */
export type Pair = {
  /**
   * `text` on its surface, 4.5:1. `shape`: what is recognised by its colour (buttons, progress, the mark of the current page), 3:1.
   * `apart`: a difference that says something, such as which entry is the chosen one.
   */
  kind: 'text' | 'shape' | 'apart';
  front: ColourField;
  back: ColourField;
  /** Name of the variable that is shown in place of the front colour when that does not read. */
  variable: string | null;
  states: readonly PairState[];
  /** Nobody chose this text for this surface, so the theme chooses a better one: never refused. */
  substituted: boolean;
};

/** What everybody has to see at least, and what texts need (WCAG 2.2, 1.4.3 and 1.4.11). */
export const leastRatio = 3;
const textRatio = 4.5;
export const ratioNeeded = (kind: Pair['kind']): number => (kind === 'text' ? textRatio : leastRatio);

const both = ['rest', 'hover'] as const;
const text = (front: ColourField, back: ColourField, variable: string): Pair => ({
  kind: 'text',
  front,
  back,
  variable,
  states: both,
  substituted: false,
});
const substituted = (front: ColourField, back: ColourField, variable: string): Pair => ({
  ...text(front, back, variable),
  substituted: true,
});
const shape = (front: ColourField, back: ColourField): Pair => ({
  kind: 'shape',
  front,
  back,
  variable: null,
  states: both,
  substituted: true,
});
const apart = (front: ColourField, back: ColourField): Pair => ({ ...shape(front, back), kind: 'apart' });

/**
 * Not here, because the theme makes them from the surface until they are seen: secondary text, which is also that of disabled entries,
 * status texts, borders, the focus ring, and the text of the sign-in picture. `brandMeasures.ts` measures ring and disabled entries too.
 */
export const pairs: readonly Pair[] = [
  text('font', 'background', 'background-font'),
  text('font', 'card', 'card-font'),
  text('button_font', 'button', 'button-font'),
  text('active_item_font', 'active_item', 'active-item-font'),
  // The card of the sign-in is nothing that one points at.
  { ...text('forgot_password_link', 'card', 'forgot-link'), states: ['rest'] },
  // One text colour serves both buttons, one serves dark and light headers, and the colour of the buttons is that of links as well.
  substituted('button_font', 'login_button', 'login-button-font'),
  substituted('font', 'group', 'group-font'),
  substituted('font', 'subgroup', 'subgroup-font'),
  substituted('button', 'background', 'background-link'),
  substituted('button', 'card', 'card-link'),
  shape('button', 'background'),
  shape('button', 'card'),
  shape('login_button', 'card'),
  apart('active_item', 'background'),
  apart('active_item', 'card'),
];

const isPlain = (field: ColourField): boolean => field === 'background' || field === 'card';

/** The colours of a surface at rest and under the pointer. */
export function statesOf(field: ColourField, colours: ThemeColours, front: string): Record<PairState, string> {
  const surface = colours[field];
  return { rest: surface, hover: isPlain(field) ? hoverOn(surface) : onFilled(surface, front).hover };
}
