import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { changeLocale } from '#platform/i18n.ts';
import { changeLanguage } from '#endpoints/signIn/signIn.ts';
import { currentLocale, languageNames } from '#platform/locale.ts';
import { useBranding } from '#platform/branding.ts';
import { isSignedIn } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import css from './frame.module.css';
import { Brand } from './brand.tsx';

function LanguagePicker({ languages }: { languages: readonly Locale[] }) {
  const { t } = useTranslation();
  const choose = (locale: Locale) => {
    changeLocale(locale).catch(toast.failure);
    if (isSignedIn()) void call(changeLanguage, { body: { language: locale } });
  };
  return (
    <label className={css.language}>
      <span className="visually-hidden">{t('language')}</span>
      <select value={currentLocale()} onChange={(event) => choose(event.currentTarget.value as Locale)}>
        {languages.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {languageNames[locale]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The frame of the public pages: the branding at one side, the form at the other. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const look = useBranding();
  const { t } = useTranslation('signIn');
  useEffect(() => {
    document.title = `${title} · ${look.title}`;
  }, [title, look.title]);
  return (
    <div className={css.page}>
      <aside className={css.brand} data-picture={look.picture ? 'own' : look.theme.show_background_image ? 'bars' : undefined}>
        {look.picture ? <img className={css.picture} src={look.picture} alt="" /> : null}
        <Brand look={look} />
        <p className={css.tagline}>{look.sentence?.[currentLocale()] ?? t('tagline')}</p>
      </aside>
      <main className={css.side} data-surface="card">
        <div className={css.content}>{children}</div>
        <footer className={css.footer}>
          <LanguagePicker languages={look.languages} />
        </footer>
      </main>
    </div>
  );
}
