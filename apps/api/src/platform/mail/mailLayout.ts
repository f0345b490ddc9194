/** How a mail looks: one column, tables and inline styles, because that is what mail programs show. */

export type MailText = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** To be copied or typed: set large, on a line of its own. */
  code?: string;
  /** The one thing to do. */
  action: { label: string; url: string; fallback: string } | null;
  footer: string;
  /** Colour of the button and its text, `#rrggbb`. */
  colours: { button: string; button_font: string };
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const paragraph = (text: string) => `<tr><td style="padding:0 0 16px;font-size:16px;line-height:24px">${escape(text)}</td></tr>`;

const large = (code: string) =>
  `<tr><td style="padding:8px 0 24px;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:600;letter-spacing:6px">${escape(code)}</td></tr>`;

function button(
  { label, url, fallback }: NonNullable<MailText['action']>,
  { button: background, button_font }: MailText['colours'],
): string {
  return `<tr><td style="padding:8px 0 24px"><a href="${escape(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${background};color:${button_font};font-size:16px;font-weight:600;text-decoration:none">${escape(label)}</a></td></tr>
<tr><td style="padding:0 0 16px;font-size:13px;line-height:20px;color:#5a6472">${escape(fallback)}<br><span style="word-break:break-all">${escape(url)}</span></td></tr>`;
}

/** HTML and plain text of the same words. Everything that comes from people is escaped. */
export function layOut(text: MailText): { html: string; plain: string } {
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(text.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;padding:32px;border-radius:12px;background:#ffffff;color:#1c2430;font-family:Arial,Helvetica,sans-serif">
${paragraph(text.greeting)}
${text.paragraphs.map(paragraph).join('\n')}
${text.code ? large(text.code) : ''}
${text.action ? button(text.action, text.colours) : ''}
<tr><td style="padding:16px 0 0;border-top:1px solid #e3e6ea;font-size:13px;line-height:20px;color:#5a6472">${escape(text.footer)}</td></tr>
</table></td></tr></table></body></html>`;
  const action = text.action ? [`${text.action.label}: ${text.action.url}`] : [];
  return { html, plain: [text.greeting, ...text.paragraphs, ...(text.code ? [text.code] : []), ...action, text.footer].join('\n\n') };
}
