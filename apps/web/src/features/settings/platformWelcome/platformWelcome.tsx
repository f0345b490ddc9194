import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { get, save } from '@vitrine/contract/settings/platformWelcome.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { WelcomePreview } from '#shell/welcomePreview.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './platformWelcome.module.css';

const languages = { message_ptbr: 'pt-BR', message_en: 'en-US', message_es: 'es', message_ptpt: 'pt-PT' } as const satisfies Record<
  string,
  Locale
>;
type Key = keyof typeof languages;
const keys = Object.keys(languages) as Key[];
const nameOf = (key: Key): string => languageNames[languages[key]];

function WelcomeForm({ said, onSaved }: { said: Answer<typeof get>; onSaved: () => void }) {
  const { t } = useTranslation('platformWelcome');
  const { version, ...texts } = said;
  const state = useResourceForm({
    initial: Object.fromEntries(keys.map((key) => [key, texts[key] ?? ''])) as Record<Key, string>,
    version,
    schema: save.body,
    labels: Object.fromEntries(keys.map((key) => [key, nameOf(key)])),
    toBody: (values) => Object.fromEntries(keys.map((key) => [key, values[key].trim() || null])),
    save: (body) => call(save, { body }),
    success: t('saved'),
    onSaved,
  });
  return (
    <ResourceForm state={state} fields={keys.map((key) => ({ kind: 'textarea', name: key, label: nameOf(key) }))}>
      <WelcomePreview written={keys.map((key) => ({ language: nameOf(key), text: state.form.values[key] }))} />
    </ResourceForm>
  );
}

/** `/platform/welcome`: what the operator says to everybody after signing in. */
export function PlatformWelcome() {
  const { t } = useTranslation('platformWelcome');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(get, {});
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <section className={css.card} data-surface="card" aria-label={t('title')}>
          <WelcomeForm said={data} onSaved={() => void stale(get)} />
        </section>
      ) : null}
    </div>
  );
}
