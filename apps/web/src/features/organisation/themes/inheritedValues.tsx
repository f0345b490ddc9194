import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { ThemeSection, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { themePictures } from '@vitrine/contract/organisation/themes.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { colourFields } from './colourFields.tsx';
import css from './themes.module.css';

type Inherited = WholeTheme['inherited'];

function Colours({ colours, colours_dark }: Inherited) {
  const { t } = useTranslation('themes');
  const line = (label: string, colour: string) => (
    <li key={label}>
      <span className={css.sample} style={{ background: colour }} />
      {label} <span className={css.dim}>{colour}</span>
    </li>
  );
  return (
    <ul className={css.inherited}>
      {colourFields.map((field) => line(t(`colour_${field}`), colours[field]))}
      {colourFields.map((field) => {
        const colour = colours_dark[field];
        return colour === undefined ? null : line(t('in_dark', { colour: t(`colour_${field}`) }), colour);
      })}
    </ul>
  );
}

function Pictures({ pictures }: Inherited) {
  const { t } = useTranslation('themes');
  const there = themePictures.flatMap((picture) => {
    const address = pictures[picture];
    return address === null ? [] : [{ picture, address }];
  });
  if (there.length === 0) return null;
  return (
    <ul className={css.inherited}>
      {there.map(({ picture, address }) => (
        <li key={picture}>
          <img src={address} alt="" className={css.logo} />
          {t(`picture_${picture}`)}
        </li>
      ))}
    </ul>
  );
}

function Words({ title, sign_in_sentence }: Inherited) {
  const { t } = useTranslation('themes');
  return (
    <dl className={css.words}>
      <dt>{t('page_title')}</dt>
      <dd>{title}</dd>
      {locales.map((locale) => {
        const sentence = sign_in_sentence[locale];
        return sentence === undefined ? null : (
          <Fragment key={locale}>
            <dt>{t('sentence', { language: languageNames[locale] })}</dt>
            <dd>{sentence}</dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

const parts = { colours: Colours, pictures: Pictures, words: Words } as const;

/** Whose the values of a section are, and what they are: what holds until the theme has its own. */
export function InheritedValues({ section, inherited }: { section: ThemeSection; inherited: Inherited }) {
  const { t } = useTranslation('themes');
  const { kind, theme } = inherited.from[section];
  const Values = parts[section];
  return (
    <>
      <p className={css.dim}>{t(`from_${kind}`, { name: theme ?? '' })}</p>
      <Values {...inherited} />
    </>
  );
}
