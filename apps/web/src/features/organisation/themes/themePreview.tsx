import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { darkColours, themeVariables } from '@vitrine/contract/theme.ts';
import type { CSSProperties } from 'react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import css from './themePreview.module.css';

const styleOf = (colours: ThemeColours): CSSProperties =>
  Object.fromEntries(Object.entries(themeVariables(colours)).map(([name, value]) => [`--v-${name}`, value]));

type Props = { colours: ThemeColours; colours_dark: Partial<ThemeColours> };

function Scheme({ label, colours }: { label: string; colours: ThemeColours }) {
  const { t } = useTranslation('themes');
  return (
    <figure className={css.scheme} style={styleOf(colours)}>
      <figcaption>{label}</figcaption>
      <div className={css.body}>
        <p className={css.entry}>{t('preview_entry')}</p>
        <div className={css.card}>
          <p>{t('preview_text')}</p>
          <span className={css.link}>{t('preview_link')}</span>
          <span className={css.button}>{t('preview_button')}</span>
        </div>
      </div>
    </figure>
  );
}

/** What pages look like in these colours, light and dark: drawn with the variables that pages are drawn with. */
export function ThemePreview({ colours, colours_dark }: Props) {
  const { t } = useTranslation('themes');
  const [light, adjusted] = [useDeferredValue(colours), useDeferredValue(colours_dark)];
  const dark = useMemo(() => ({ ...darkColours(light), ...adjusted }), [light, adjusted]);
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <Scheme label={t('light')} colours={light} />
      <Scheme label={t('dark')} colours={dark} />
    </section>
  );
}
