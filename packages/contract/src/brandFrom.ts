/** A brand proposed from one colour, or from the pixels of a logo: colours of one hue that the lint has nothing to say about. */
import { contrast, fitted, fromLight, toLight, toOklch } from './colour.ts';
import type { ThemeColours } from './organisation/branding.ts';

/** Read on white with room to spare, a link reads on every surface of the brand, under the pointer too. */
const leadRatio = 5.6;

function darkened(colour: string): string {
  const { lightness, chroma, hue } = toOklch(colour);
  let [lead, darker] = [colour, lightness];
  while (contrast(lead, '#ffffff') < leadRatio) {
    darker -= 0.01;
    lead = fitted({ lightness: darker, chroma, hue });
  }
  return lead;
}

/** The twelve colours around one that leads. It is kept where it reads as the colour of links, else darkened until it does. */
export function brandOf(colour: string): ThemeColours {
  const { hue, chroma } = toOklch(colour);
  const tint = (lightness: number, most: number) => fitted({ lightness, chroma: Math.min(chroma, most), hue });
  const lead = darkened(colour);
  return {
    background: tint(0.975, 0.006),
    card: '#ffffff',
    font: tint(0.25, 0.03),
    button: lead,
    button_font: '#ffffff',
    group: tint(0.94, 0.02),
    subgroup: tint(0.965, 0.012),
    active_item: tint(0.91, 0.04),
    active_item_font: tint(0.36, 0.12),
    login_background: tint(0.3, 0.07),
    login_button: lead,
    forgot_password_link: lead,
  };
}

type Share = { count: number; light: [number, number, number] };

const hex = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** Cells of like colours, 16 steps a channel; what is transparent or white is paper. */
function cellsOf(pixels: Uint8ClampedArray): Share[] {
  const cells = new Map<number, Share>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128 || Math.min(red, green, blue) > 240) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const cell = cells.get(key) ?? { count: 0, light: [0, 0, 0] };
    const light = toLight(hex(red, green, blue));
    cells.set(key, { count: cell.count + 1, light: [cell.light[0] + light[0], cell.light[1] + light[1], cell.light[2] + light[2]] });
  }
  return [...cells.values()];
}

/** The colour that leads in a picture (RGBA, four bytes a pixel): frequent and colourful. Null: it is empty or white. */
export function leadingColour(pixels: Uint8ClampedArray): string | null {
  const weighed = cellsOf(pixels).map(({ count, light }) => {
    const colour = fromLight([light[0] / count, light[1] / count, light[2] / count]);
    // A grey leads only where there is nothing else.
    return { colour, weight: count * (toOklch(colour).chroma ** 2 + 1e-5) };
  });
  return weighed.toSorted((one, other) => other.weight - one.weight)[0]?.colour ?? null;
}
