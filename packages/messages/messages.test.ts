import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const base = 'pt-BR';
const others = ['en-US', 'es', 'pt-PT'] as const;

const namespaces = (locale: string): string[] => readdirSync(join(import.meta.dirname, locale)).sort();

function flatten(value: unknown, path: string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

const read = (locale: string, namespace: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(import.meta.dirname, locale, namespace), 'utf8'))));

const placeholders = (text: string): string[] => [...text.matchAll(/\{\{[^}]+\}\}/g)].map((match) => match[0]).sort();

/** Words and names that are the same in Portuguese and English, and texts that clients compare. */
const sameInEnglish = new Set([
  'Power BI',
  'E-mail',
  'Link',
  'Menu',
  'Playlist',
  'Playlists',
  'PowerPoint (PPTX)',
  'Slides',
  'Status',
  'Token is Expired',
  'Token is Invalid',
  'Token absent',
  'Workspace',
  'Workspace (ID)',
  'ip_not_allowed',
  'min',
  's',
]);

/** TLS, IP, or placeholders alone: no language of its own. */
const acronym = /^[^\p{Ll}]*$/u;

const sameInSpanish = new Set(['Atributo de evento, como onclick.', 'Número mínimo de caracteres', 'menos de 1 s']);

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\{[^}]+\}\}/g, '').trim();

const words = (text: string): number => text.split(/\s+/).length;

/** Brazilian words that Portugal says otherwise. */
const brazilian =
  /\b(?:usuári[oa]s?|senhas?|telas?|você|arquivos?|celular|registro|gerenciar|salvar|salvo|cadastr\w+|excluir|deletar|acessar|compartilh\w+|planilhas?|mouse)\b/i;

/** Spanish says usted everywhere. */
const familiar = /(?<!\p{L})(?:tú|tus?|ti|contigo|eres|estás|puedes|tienes|quieres|debes|necesitas|elige|inténtalo)(?!\p{L})/iu;

test('a key stands once in its catalogue: the later one would speak for both', () => {
  const keysOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + keysOf(inner), 0) : 0;
  const twice = [base, ...others].flatMap((locale) =>
    namespaces(locale).filter((namespace) => {
      const text = readFileSync(join(import.meta.dirname, locale, namespace), 'utf8');
      // One key on each line, as the formatter writes them.
      return [...text.matchAll(/^ +"[^"]+":/gm)].length !== keysOf(JSON.parse(text));
    }),
  );
  expect(twice).toEqual([]);
});

test('es says usted to everybody', () => {
  expect('Confirma que eres tú').toMatch(familiar);
  const wrong = namespaces('es').flatMap((namespace) => [...read('es', namespace)].filter(([, text]) => familiar.test(text)));
  expect(wrong).toEqual([]);
});

test.each(others)('%s has the catalogues of pt-BR', (locale) => {
  expect(namespaces(locale)).toEqual(namespaces(base));
});

const pairs = others.flatMap((locale) => namespaces(base).map((namespace) => [locale, namespace] as const));

test.each(pairs)('%s/%s has the keys and placeholders of pt-BR, and no empty sentence', (locale, namespace) => {
  const original = read(base, namespace);
  const translated = read(locale, namespace);
  // English has no form for millions: it says what it says for others.
  const isMany = (key: string) => key.endsWith('_many') && original.has(key.replace(/_many$/, '_other'));
  const expected = [...original.keys()].filter((key) => locale !== 'en-US' || !isMany(key));
  expect([...translated.keys()].sort()).toEqual(expected.sort());
  for (const [key, text] of translated) {
    expect(text.trim(), key).not.toBe('');
    expect(placeholders(text), key).toEqual(placeholders(original.get(key) ?? ''));
  }
});

test.each(namespaces(base))('en-US/%s is English', (namespace) => {
  const original = read(base, namespace);
  const untranslated = [...read('en-US', namespace)].filter(([key, text]) => {
    const said = withoutPlaceholders(text);
    return text === original.get(key) && !sameInEnglish.has(said) && !acronym.test(said);
  });
  expect(untranslated).toEqual([]);
});

test.each(namespaces(base))('es/%s is Spanish: no sentence is left in Portuguese', (namespace) => {
  const original = read(base, namespace);
  const untranslated = [...read('es', namespace)].filter(
    ([key, text]) => /[ãõ]|ç(?!a\b)/i.test(text) || (words(text) > 3 && text === original.get(key) && !sameInSpanish.has(text)),
  );
  expect(untranslated).toEqual([]);
});

test.each(namespaces(base))('pt-PT/%s speaks as Portugal does', (namespace) => {
  expect([...read('pt-PT', namespace)].filter(([, text]) => brazilian.test(text))).toEqual([]);
});

/** Words of models and databases, and former words of the glossary: the object is the user, what it takes is a licence. */
const notSaid: Record<string, RegExp> = {
  'pt-BR':
    /\b(?:slug|datasets?|tenants?|pare(?:ar|ad[ao]|ie))\b|\bNova pessoa\b|\b(?:Buscar|Esta) pessoa\b|\}\} pessoas?\b|^Pessoas?$|\blugar(?:es)? (?:ocupad|livre)|direitos de\b|seguran[çc]a (?:de|da|por|na|ao nível da) linha/i,
  'pt-PT':
    /\b(?:slug|datasets?|tenants?|emparelh\w+)\b|\bNova pessoa\b|\b(?:Procurar|Esta) pessoa\b|\}\} pessoas?\b|^Pessoas?$|\blugar(?:es)? (?:ocupad|livre)|direitos de\b|segurança (?:de|da|por|na|em nível de) linha/i,
  'en-US':
    /\bslug\b|\bNew person\b|\bSearch a person\b|\}\} (?:people|person)\b|^(?:People|Person)$|\bseats?\b|\brights of\b|\brow security\b/i,
  es: /\b(?:slug|datasets?|tenants?|empareja\w*)\b|\bNueva persona\b|\b(?:Buscar|Esta) persona\b|\}\} personas?\b|^Personas?$|\bplazas?\b|derechos de\b|espacios? de trabajo|seguridad (?:de|por|a nivel de) (?:la )?filas?/i,
};

test.each([base, ...others])('%s says user and licence, and no word of a database', (locale) => {
  const former = notSaid[locale] ?? /./;
  const said = namespaces(locale).flatMap((namespace) => [...read(locale, namespace)].filter(([, text]) => former.test(text)));
  expect(said).toEqual([]);
});

test('counts have a sentence for none where they have one for one', () => {
  // Intl.PluralRules takes 0 for one in Portuguese ("0 usuário").
  const incomplete = namespaces(base).flatMap((namespace) => {
    const keys = new Set(read(base, namespace).keys());
    const counted = [...keys].filter((key) => key.endsWith('_one')).map((key) => key.replace(/_one$/, ''));
    return counted.filter((key) => !keys.has(`${key}_other`) || !keys.has(`${key}_zero`)).map((key) => `${namespace} ${key}`);
  });
  expect(incomplete).toEqual([]);
});
