/** Reads the HTML of a mail as a mail program does that knows attributes, inline styles, and a sheet of classes for the dark. */

/** Contrast by the text of WCAG 2.2. */
export function wcag(one: string, other: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const share = parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** What only Outlook reads stands in comments. */
const withoutComments = (html: string): string => html.replaceAll(/<!--.*?-->/gs, '');
const tagsOf = (html: string) => [...withoutComments(html).matchAll(/<([a-z]+)\b([^>]*)>/g)];
const attributesOf = (text: string) => [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }));
const read = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Names of all tags and attributes, and every address that is loaded or led to. */
export function allOf(html: string): { tags: string[]; attributes: string[]; addresses: string[] } {
  const found = tagsOf(html).map(([, tag = '', rest = '']) => ({ tag, attributes: attributesOf(rest) }));
  const attributes = found.flatMap((one) => one.attributes);
  return {
    tags: found.map(({ tag }) => tag),
    attributes: attributes.map(({ name }) => name),
    addresses: attributes.filter(({ name }) => ['href', 'src', 'background', 'action'].includes(name)).map(({ value }) => read(value)),
  };
}

export const linksOf = (html: string): string[] =>
  tagsOf(html).flatMap(([, tag = '', rest = '']) =>
    tag === 'a' ? attributesOf(rest).flatMap(({ name, value }) => (name === 'href' ? [read(value)] : [])) : [],
  );

type Style = { ink: string; ground: string };
type Text = Style & { text: string };

const declared = (style: string, property: string): string | undefined => new RegExp(`(?:^|;)${property}:(#[0-9a-f]{6})`).exec(style)?.[1];

/** Rules of the sheet for the dark, by class. A light document has none. */
function darkRules(html: string): Map<string, string> {
  const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  return new Map(
    [...sheet.matchAll(/\.([a-z]+)\{([^}]*)\}/g)].map(([, name = '', style = '']) => [name, style.replaceAll(' !important', '')]),
  );
}

/** Every text with its colour and what is behind it. */
export function textsOf(html: string, scheme: 'light' | 'dark'): Text[] {
  const rules = scheme === 'dark' ? darkRules(html) : new Map<string, string>();
  const body = withoutComments(html).slice(html.indexOf('</head>') + '</head>'.length);
  const open: (Style & { tag: string })[] = [{ tag: '', ink: '#000000', ground: '#ffffff' }];
  const texts: Text[] = [];
  for (const [, text = '', close, tag = '', rest = ''] of body.matchAll(/([^<]*)<(\/?)([a-z]+)\b([^>]*)>/g)) {
    const around = open.at(-1) as Style;
    if (text.trim() !== '') texts.push({ ink: around.ink, ground: around.ground, text: text.trim() });
    if (close) open.pop();
    else if (tag !== 'img' && tag !== 'br') {
      const attributes = new Map(attributesOf(rest).map(({ name, value }) => [name, value]));
      const style = attributes.get('style') ?? '';
      const rule = rules.get(attributes.get('class') ?? '') ?? '';
      open.push({
        tag,
        ink: declared(rule, 'color') ?? declared(style, 'color') ?? around.ink,
        ground: declared(rule, 'background') ?? declared(style, 'background') ?? attributes.get('bgcolor') ?? around.ground,
      });
    }
  }
  return texts;
}
