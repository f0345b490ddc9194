import type { Broadcast, Texts } from '@vitrine/contract/notifications/broadcasts.ts';
import { reached } from '#endpoints/notifications/broadcasts.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import panel from '#ui/panel.module.css';
import type { AudienceValues } from './audienceFields.tsx';
import { audienceBody } from './audienceFields.tsx';

/** How many it reaches, by which way, and who would read it in another language than their own. */
export function AudienceNote({ values, texts, mails }: { values: AudienceValues; texts: Texts; mails: Broadcast['unit_mails'] }) {
  const { t } = useTranslation('broadcasts');
  const { audience, group, people } = values;
  const isChosen = audience === 'group' ? group !== null : audience !== 'people' || people.length > 0;
  const { data } = useEndpoint(reached, { body: audienceBody(values) }, { enabled: isChosen });
  if (!data || !isChosen) return null;
  const missing = locales.filter((locale) => texts[locale] === null && (data.languages[locale] ?? 0) > 0);
  return (
    <>
      <p className={panel.note} role="status">
        {t('reaches', { count: data.total })} {mails ? t('by_mail') : t('not_by_mail')}
      </p>
      {missing.map((locale) => (
        <p key={locale} className={panel.note} data-warning>
          {t('missing', { count: data.languages[locale] ?? 0, language: languageNames[locale] })}
        </p>
      ))}
    </>
  );
}
