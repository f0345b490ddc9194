/** What checks a proof without the portal: one source, as a program and as a page, in the language of whoever asks. */
import { readFile } from 'node:fs/promises';
import type { Download } from '@vitrine/contract/download.ts';
import type { verifierKinds } from '@vitrine/contract/audit/auditProof.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { translate } from '#platform/translate.ts';

const sentences = [
  'well',
  'broken',
  'fault_changed',
  'fault_removed',
  'fault_chain',
  'fault_cut',
  'fault_seal',
  'seal_known',
  'seal_unknown',
  'not_a_proof',
  'usage',
] as const;

/** What the verifier fills in by itself. */
const blanks = Object.fromEntries(['unit', 'entries', 'made_at', 'n', 'id', 'at', 'seal', 'day'].map((name) => [name, `{{${name}}}`]));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Words stand in a text between single quotes: what could end it is written as a code. */
const asText = (words: object): string =>
  JSON.stringify(words)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('<', String.raw`\\u003c`);

async function programIn(locale: Locale): Promise<string> {
  const words = Object.fromEntries(sentences.map((name) => [name, translate(locale, `auditProof:verifier.${name}`, blanks)]));
  const source = await readFile(new URL('verifier.mjs', import.meta.url), 'utf8');
  return source.replace('__WORDS__', () => asText(words));
}

function pageOf(locale: Locale, program: string): string {
  const said = (name: 'title' | 'file' | 'seals' | 'check') => escaped(translate(locale, `auditProof:verifier.${name}`));
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${said('title')}</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}label,button{display:block;margin-top:1rem}textarea{width:100%}li{overflow-wrap:anywhere}</style>
<h1>${said('title')}</h1>
<form><label>${said('file')} <input type="file" name="file" required></label>
<label>${said('seals')} <textarea name="seals" rows="3"></textarea></label>
<button>${said('check')}</button></form>
<ul aria-live="polite"></ul>
<script type="module">
${program}</script>
</html>
`;
}

export async function verifierIn(locale: Locale, kind: (typeof verifierKinds)[number]): Promise<Download> {
  const program = await programIn(locale);
  return kind === 'program'
    ? { file_name: 'verify-audit.mjs', content_type: 'text/javascript; charset=utf-8', content: Buffer.from(program) }
    : { file_name: 'verify-audit.html', content_type: 'text/html; charset=utf-8', content: Buffer.from(pageOf(locale, program)) };
}
