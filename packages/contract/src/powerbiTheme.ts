/**
 * A brand as a theme of Power BI (learn.microsoft.com/power-bi/create-reports/desktop-report-themes): what its reports are drawn with where the
 * author chose no colours. Marks of charts keep 3:1 on the page and texts 4.5:1, whatever colours somebody chose.
 */
import { contrast, fitted, readable, toOklch } from './colour.ts';
import type { ThemeColours } from './organisation/branding.ts';

type Solid = { solid: { color: string } };
type Ground = { color: Solid; transparency: number }[];

export type PowerbiTheme = {
  name: string;
  /** Of series, in turn. */
  dataColors: string[];
  background: string;
  foreground: string;
  tableAccent: string;
  visualStyles: { page: { '*': { background: Ground; outspace: Ground } } };
};

const series = 8;
/** Of a circle: however many there are, none comes close to one before. */
const goldenAngle = 137.508;
const chromas = { least: 0.09, most: 0.16 };
/** Neighbours in turn differ in lightness too, for those to whom hues look alike. */
const lightnessSteps = [0, 0.12, -0.1, 0.06];
const leastOfMarks = 3;

const seenOn = (page: string, colour: string): string =>
  contrast(colour, page) >= leastOfMarks ? colour : readable(colour, [page], leastOfMarks);

/** The colour that leads, and others around it, which are not the brand's but go with it. */
function seriesOf(lead: string, page: string): string[] {
  const { lightness, chroma, hue } = toOklch(lead);
  const middle = Math.min(0.72, Math.max(0.48, lightness));
  const even = Math.min(chromas.most, Math.max(chromas.least, chroma));
  const others = Array.from({ length: series - 1 }, (_, index) => {
    const step = lightnessSteps[(index + 1) % lightnessSteps.length] ?? 0;
    return fitted({ lightness: middle + step, chroma: even, hue: (hue + (index + 1) * goldenAngle) % 360 });
  });
  return [lead, ...others].map((colour) => seenOn(page, colour));
}

const ground = (color: string): Ground => [{ color: { solid: { color } }, transparency: 0 }];

/** Pages of a report look like the portal's cards, on the portal's background. */
export function powerbiThemeOf(name: string, { background, card, font, button }: ThemeColours): PowerbiTheme {
  const dataColors = seriesOf(button, card);
  return {
    name,
    dataColors,
    background: card,
    foreground: readable(font, [card]),
    tableAccent: dataColors[0] ?? button,
    visualStyles: { page: { '*': { background: ground(card), outspace: ground(background) } } },
  };
}
