/**
 * How a mail looks: one column in the colours of a brand. Tables, attributes and inline styles, because that is what all mail programs
 * show: Outlook knows neither `max-width` nor the padding of a link. The style sheet holds the dark scheme alone, for those that have one.
 */
import type { Locale } from '@vitrine/contract/fields.ts';
import { defaultLocale } from '@vitrine/contract/fields.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeVariables } from '@vitrine/contract/theme.ts';
import { darkColours, defaultColours, themeVariables } from '@vitrine/contract/theme.ts';
import { escapeHtml as escape } from './escapeHtml.ts';

export type MailText = {
  /** Mails that waited since before it was told have none. */
  language?: Locale;
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** A text with its form, made by `richHtml`, after the paragraphs. */
  rich?: { html: string; plain: string };
  /** To be copied or typed: set large, on a line of its own. */
  code?: string;
  /** The one thing to do. */
  action: { label: string; url: string; fallback: string } | null;
  footer: string;
  /** Colours of a theme, `#rrggbb`; the product's own where there is none. Texts are corrected until they read. */
  colours: Pick<ThemeColours, 'button' | 'button_font'> & Partial<ThemeColours>;
  /** Colours of the dark scheme that were adjusted; the others are derived. */
  colours_dark?: Partial<ThemeColours>;
  /** Whose mail it is, over the text. The name stands for a logo that is not loaded. Mails that waited since before there were brands have none. */
  brand?: { name: string; logo: string | null };
};

/** The colours of one scheme that a mail needs. */
type Ink = { ground: string; card: string; font: string; dim: string; line: string; button: string; button_font: string };

function inkOf(variables: ThemeVariables): Ink {
  const of = (name: string) => variables[name] as string;
  return {
    ground: of('background'),
    card: of('card'),
    font: of('card-font'),
    dim: of('card-dim'),
    line: of('card-line'),
    button: of('button'),
    button_font: of('button-font'),
  };
}

const row = (style: string, content: string, name = 'font') => `<tr><td class="${name}" style="${style}">${content}</td></tr>`;

const paragraph = (text: string, { font }: Ink) => row(`padding:0 0 16px;font-size:16px;line-height:24px;color:${font}`, escape(text));

const large = (code: string, { font }: Ink) =>
  row(
    `padding:8px 0 24px;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:600;letter-spacing:6px;color:${font}`,
    escape(code),
  );

function button({ label, url, fallback }: NonNullable<MailText['action']>, ink: Ink): string {
  const link = `<a href="${escape(url)}" class="button" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${ink.button};color:${ink.button_font};font-size:16px;font-weight:600;text-decoration:none">${escape(label)}</a>`;
  const cell = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" bgcolor="${ink.button}" style="border-radius:8px;mso-padding-alt:12px 24px">${link}</td></tr></table>`;
  return `${row('padding:8px 0 24px', cell)}
${row(`padding:0 0 16px;font-size:13px;line-height:20px;color:${ink.dim}`, `${escape(fallback)}<br><span style="word-break:break-all">${escape(url)}</span>`, 'dim')}`;
}

/** A logo keeps the light card in the dark, which it was drawn for. */
function heading({ name, logo }: NonNullable<MailText['brand']>, { card, font }: Ink): string {
  const style = `font-size:18px;line-height:24px;font-weight:600;color:${font}`;
  if (logo === null) return row(`padding:0 0 24px;${style}`, escape(name));
  const picture = `<img src="${escape(logo)}" alt="${escape(name)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;${style}">`;
  const plate = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${card}" style="padding:8px;border-radius:8px;background:${card}">${picture}</td></tr></table>`;
  return row('padding:0 0 16px', plate);
}

/** `!important`, because the light colours stand inline. */
function darkRules({ ground, card, font, dim, line, button, button_font }: Ink): string {
  const set = (name: string, style: string) => `${name}{${style.replaceAll(';', ' !important;')} !important}`;
  return [
    set('.ground', `background:${ground}`),
    set('.card', `background:${card}`),
    set('.font', `color:${font}`),
    set('.dim', `color:${dim};border-color:${line}`),
    set('.button', `background:${button};color:${button_font}`),
  ].join('');
}

/** In which scheme it is drawn: the reader’s mail program decides, or for a picture of it whoever looks. */
type Scheme = 'light' | 'dark';

function sheet(dark: Ink, scheme: Scheme | null): string {
  if (scheme === 'light') return ':root{color-scheme:light}';
  if (scheme === 'dark') return `:root{color-scheme:dark}${darkRules(dark)}`;
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules(dark)}}`;
}

function page(text: MailText, light: Ink, dark: Ink, scheme: Scheme | null): string {
  const rows = [
    ...(text.brand ? [heading(text.brand, light)] : []),
    paragraph(text.greeting, light),
    ...text.paragraphs.map((one) => paragraph(one, light)),
    ...(text.rich ? [row(`padding:0 0 8px;font-size:16px;line-height:24px;color:${light.font}`, text.rich.html)] : []),
    ...(text.code ? [large(text.code, light)] : []),
    ...(text.action ? [button(text.action, light)] : []),
    row(
      `padding:16px 0 0;border-top:1px solid ${light.line};font-size:13px;line-height:20px;color:${light.dim}`,
      escape(text.footer),
      'dim',
    ),
  ];
  return `<!doctype html>
<html lang="${text.language ?? defaultLocale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(text.subject)}</title><style>${sheet(dark, scheme)}</style></head>
<body class="ground" bgcolor="${light.ground}" style="margin:0;padding:0;background:${light.ground}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.ground}" style="background:${light.ground}"><tr><td align="center" style="padding:24px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.card}" style="max-width:560px;border-radius:12px;background:${light.card}"><tr><td style="padding:32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-family:Arial,Helvetica,sans-serif;text-align:left">
${rows.join('\n')}
</table></td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}

/** HTML and plain text of the same words. Everything that comes from people is escaped. */
export function layOut(text: MailText, scheme: Scheme | null = null): { html: string; plain: string } {
  const colours = { ...defaultColours, ...text.colours };
  const dark = darkColours(colours, text.colours_dark);
  const html = page(text, inkOf(themeVariables(colours)), inkOf(themeVariables(dark)), scheme);
  const action = text.action ? [`${text.action.label}: ${text.action.url}`] : [];
  const name = text.brand ? [text.brand.name] : [];
  return {
    html,
    plain: [
      ...name,
      text.greeting,
      ...text.paragraphs,
      ...(text.rich ? [text.rich.plain] : []),
      ...(text.code ? [text.code] : []),
      ...action,
      text.footer,
    ].join('\n\n'),
  };
}
