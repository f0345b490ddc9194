/** Every kind of mail in every language and brand, as mail programs are given it: nothing foreign in it, and every text reads. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { mailKindNames, mailKinds } from '@vitrine/contract/mailKinds.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { darkColours, defaultColours } from '@vitrine/contract/theme.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { looks } from '../../demo/looks.ts';
import { layOut } from '#platform/mail/mailLayout.ts';
import { allOf, linksOf, textsOf, wcag } from '#test/harness/mailHtml.ts';
import { exampleMail, exampleReader, exampleValues } from './mailExamples.ts';

const one = (colour: string): ThemeColours =>
  Object.fromEntries(Object.keys(defaultColours).map((field) => [field, colour])) as ThemeColours;
const brands: Record<string, ThemeColours> = {
  ...looks,
  white: one('#ffffff'),
  black: one('#000000'),
  grey: one('#7f7f7f'),
  neon: { ...one('#39ff14'), background: '#ff00ff', card: '#ffff00', font: '#00ffff', button_font: '#ff00ff' },
};

const logo = '/api/files/1/0.key';
const origin = 'https://aurora.example';

function mailIn(kind: (typeof mailKindNames)[number], language: Locale, colours: ThemeColours = looks.aurora, adjusted = false) {
  const theme = { name: 'Aurora', colours, logo, favicon: null, show_background_image: true };
  const dark = adjusted ? { colours_dark: { ...darkColours(colours), card: '#444444', font: '#555555' } } : {};
  const look = {
    title: 'Portal Aurora',
    unit_name: 'Lojas Aurora',
    theme: { ...theme, ...dark },
    picture: null,
    sentence: null,
    languages: [...locales],
    methods: ['password' as const],
    directories: [],
    sso_domains: [],
    register: false,
    terms: [],
    notices: [],
  };
  return exampleMail(kind, { ...exampleReader, language }, { host: { origin }, look, server: null, wordings: [] });
}

const every = mailKindNames.flatMap((kind) => locales.map((language) => ({ kind, language })));

test('there are mails of accounts, notifications and bills', () => {
  expect(every.length).toBeGreaterThan(250);
  expect(mailKinds.bill_issued.brand).toBe('partner');
});

const allowedAttributes = new Set(
  'lang charset name content class style role width height cellpadding cellspacing bgcolor align href rel scope src alt'.split(' '),
);

test.each(every)('$kind in $language has the words, and nothing in it is fetched from elsewhere', ({ kind, language }) => {
  const { text, kind: told } = mailIn(kind, language);
  expect(told).toBe(kind);
  const { html, plain } = layOut(text);
  for (const words of [text.subject, text.greeting, ...text.paragraphs]) {
    expect(words).toMatch(/\S/);
    expect(words).not.toMatch(/undefined|\{\{|: ?$/);
  }
  expect(html).toContain(`<html lang="${language}">`);
  for (const words of [text.greeting, ...text.paragraphs, text.footer]) expect(plain).toContain(words);
  const { tags, attributes, addresses } = allOf(html);
  expect(tags.filter((tag) => !/^(html|head|meta|title|style|body|table|tr|th|td|ul|li|a|img|br|span|p|strong)$/.test(tag))).toEqual([]);
  expect(attributes.filter((name) => !allowedAttributes.has(name))).toEqual([]);
  expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
  expect(html).not.toMatch(/url\(|@import|display:\s*(flex|grid)|<link|<script|position:/);
  expect(linksOf(html).filter((address) => !plain.includes(address))).toEqual([]);
});

test('an address in a text of somebody stays a text', () => {
  const { text } = mailIn('notice_message', 'pt-BR');
  const { html } = layOut({ ...text, paragraphs: ['<a href="https://evil.example">x</a>'] });
  expect(linksOf(html).filter((address) => address.includes('evil'))).toEqual([]);
});

/** What a kind has a place for in its sentences. */
function placesOf(kind: (typeof mailKindNames)[number]): string[] {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(import.meta.resolve(`@vitrine/messages/pt-BR/${name}.json`)), 'utf8'));
  const letters = read('mail') as Record<string, unknown>;
  const notices = read('notifications') as Record<string, string>;
  const notice = kind.replace(/^notice_/, '');
  const sentences = kind === notice ? letters[kind] : [notices[`${notice}_title`], notices[`${notice}_text`]];
  return [...JSON.stringify(sentences).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
}

// The letters with bills have no table of values: what they need the compiler asks for.
const ofTables = mailKindNames.filter((kind) => mailKinds[kind].group !== 'billing');

test.each(locales)('the examples fill every place of every sentence in %s', (language) => {
  // The title is that of the brand.
  const known = { ...exampleValues(language), title: 'Portal Aurora' };
  const places = ofTables.map((kind) => ({ kind, places: placesOf(kind) }));
  expect(places.flatMap((one) => one.places).length).toBeGreaterThan(80);
  expect(places.filter((one) => one.places.some((name) => !(name in known)))).toEqual([]);
});

test('whatever has a button leads somewhere, and a letter has one if its catalogue names it', () => {
  const letters = JSON.parse(readFileSync(new URL(import.meta.resolve('@vitrine/messages/pt-BR/mail.json')), 'utf8')) as Record<
    string,
    { action?: string }
  >;
  const wrong = ofTables.filter((kind) => {
    const isDue = kind.startsWith('notice_') || letters[kind]?.action !== undefined;
    return (mailIn(kind, 'pt-BR').text.action !== null) !== isDue;
  });
  expect(wrong).toEqual([]);
});

describe.each(Object.entries(brands))('in the brand %s', (_, colours) => {
  test.each(['light', 'dark'] as const)('every text of every kind reads in the %s', (scheme) => {
    for (const adjusted of [false, true])
      for (const kind of mailKindNames) {
        const { text } = mailIn(kind, 'pt-BR', colours, adjusted);
        // As a mail program gets it, which decides by itself; and as it is shown to those who look after the brand.
        for (const html of [layOut(text).html, layOut(text, scheme).html]) {
          const texts = textsOf(html, scheme);
          expect(texts.length, kind).toBeGreaterThanOrEqual(3);
          const unreadable = texts.filter(({ ink, ground }) => wcag(ink, ground) < 4.5);
          expect(unreadable, kind).toEqual([]);
        }
      }
  });
});

test('a transparent logo with dark letters keeps its light plate in the dark', () => {
  const html = layOut(mailIn('reset', 'pt-BR').text, 'dark').html;
  const plate = /<td bgcolor="(#[0-9a-f]{6})"[^>]*><img/.exec(html)?.[1] as string;
  expect(wcag('#1c2430', plate)).toBeGreaterThan(4.5);
});

test('colours of the dark that somebody adjusted are those of mails as well', () => {
  const { card: dark } = { ...darkColours(looks.aurora), card: '#444444' };
  expect(layOut(mailIn('reset', 'pt-BR', looks.aurora, true).text, 'dark').html).toContain(`.card{background:${dark}`);
});
