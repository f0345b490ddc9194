/**
 * What somebody wrote in a mail, without what it answers: mail programs put that below a line such as "Ana wrote:", behind `>`, or below
 * a head of its own. Where in doubt the words stay: too much is read in a moment, too little is lost.
 */

/** "On Monday Ana wrote:", in the languages of the portal and some of its neighbours. There is a year or a time in it, else it is a sentence. */
const saying = [
  /^(?=.*(?:\d{4}|\d{1,2}:\d{2}))(?:on|no dia|em|le|am|il|el|a)\b.{5,250}\b(?:wrote|escreveu|a écrit|schrieb|ha scritto|escribió)(?!\p{L}).{0,80}:$/iu,
  // The name comes first: "Ana <ana@…> escreveu (segunda, 3/03/2026 à(s) 10:00):".
  /^.{2,150}<[^<>\s]{3,254}@[^<>\s]{1,254}>.{0,60}\b(?:wrote|escreveu|escribió)(?!\p{L}).{0,80}:$/iu,
  /^.{2,150}\b(?:wrote|escreveu|escribió)(?!\p{L}).{0,40}\d{4}.{0,40}:$/iu,
];

/** Lines of their own that begin what is answered or forwarded. */
const dividers = [
  /^-{2,}\s*(?:original message|mensagem original|mensaje original|message d'origine|ursprüngliche nachricht|forwarded message|mensagem encaminhada|mensagem reencaminhada|mensaje reenviado)\s*-{2,}$/iu,
  /^_{20,}$/,
  // The signature is behind it, by an old agreement.
  /^-- ?$/,
];

/** The lines of a head as Outlook writes it, of which two or more stand together, the sender first. */
const sender = /^\*?(?:from|de|von|da)\s?:\*?\s?\S/iu;
const more =
  /^\*?(?:sent|date|to|cc|subject|enviado(?: em| el)?|enviada(?: em)?|data|fecha|para|assunto|asunto|gesendet|an|betreff|envoyé|à|objet)\s?:\*?\s?\S/iu;

const footers =
  /^(?:sent from (?:my|outlook)|enviado d[eo] (?:meu|mi)|enviado a partir do|enviado desde (?:mi|outlook)|get outlook for|obter o outlook|obtener outlook)\b.{0,80}$/iu;

/** Lines that are longer hold words of people, and no form. */
const longest = 600;

const isShort = (line: string): boolean => line.length <= longest;

/** A saying may go on in the next line or two; words above it, without a line between, are no part of it. */
function saysWhoWrote(lines: readonly string[], at: number): boolean {
  for (const count of [1, 2, 3]) {
    const parts = lines.slice(at, at + count).map((line) => line.trim());
    if (parts.length < count || parts.includes('')) return false;
    const text = parts.join(' ');
    if (isShort(text) && saying.some((one) => one.test(text))) return count === 1 || !saysWhoWrote(lines, at + 1);
  }
  return false;
}

function isHead(lines: readonly string[], at: number): boolean {
  if (!sender.test(lines[at]?.trim() ?? '')) return false;
  return lines.slice(at + 1, at + 6).filter((line) => isShort(line) && more.test(line.trim())).length >= 2;
}

const isQuoted = (line: string): boolean => /^\s*>/.test(line);

/** Whether what is answered begins here, and nothing of one's own follows. */
function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (isShort(line) && dividers.some((one) => one.test(line))) return true;
  return isHead(lines, at) || saysWhoWrote(lines, at);
}

/** Quoted lines that stand at the end; between them somebody answers line by line, and then they belong to the words. */
function withoutQuotedEnd(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && (isQuoted(lines[end - 1] ?? '') || (lines[end - 1] ?? '').trim() === '')) end--;
  return lines.slice(0, end);
}

export function withoutQuote(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n');
  const begin = lines.findIndex((_, at) => beginsQuote(lines, at));
  // Whoever answers below what they quote begins with the quote: their words are all that is not quoted.
  const before = begin === -1 ? lines : lines.slice(0, begin);
  const isBelow = before.every((line) => line.trim() === '' || isQuoted(line));
  const own = isBelow && begin !== -1 ? lines.slice(begin).filter((line) => !isQuoted(line)) : withoutQuotedEnd(before);
  const words = isBelow && begin !== -1 ? afterSaying(own) : own;
  while (words.length > 0 && (words.at(-1)?.trim() === '' || footers.test(words.at(-1)?.trim() ?? ''))) words.pop();
  return words
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without the saying at the beginning; below a head or a divider nothing is one's own. */
function afterSaying(lines: readonly string[]): string[] {
  if (!saysWhoWrote(lines, 0)) return [];
  const end = lines.findIndex((line) => line.trim().endsWith(':'));
  const rest = lines.slice(end + 1);
  const again = rest.findIndex((_, at) => beginsQuote(rest, at));
  return again === -1 ? rest : rest.slice(0, again);
}
