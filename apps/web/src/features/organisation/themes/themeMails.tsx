import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { list, preview, sendTest } from '#endpoints/organisation/themeMails.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './themeMails.module.css';

type Row = Answer<typeof list>['data'][number];
type Kind = Row['kind'];
type Form = 'light' | 'dark' | 'plain';
const forms: Form[] = ['light', 'dark', 'plain'];

/** The rows of each group, in the order of the answer. */
function grouped(rows: readonly Row[]): [Row['group'], Row[]][] {
  const groups = new Map<Row['group'], Row[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups];
}

function Kinds({ rows, chosen, onChoose }: { rows: readonly Row[]; chosen: Kind; onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation('themeMails');
  const id = useId();
  return (
    <nav className={css.kinds} aria-label={t('kinds')}>
      {grouped(rows).map(([group, kinds]) => (
        <section key={group} aria-labelledby={`${id}-${group}`}>
          <h3 id={`${id}-${group}`}>{t(`group_${group}`)}</h3>
          <ul>
            {kinds.map(({ kind, subject }) => (
              <li key={kind}>
                <button type="button" className={css.kind} aria-current={kind === chosen} onClick={() => onChoose(kind)}>
                  <strong>{subject}</strong>
                  <span>{t(`kind_${kind}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type Shown = { kind: Kind; language: Locale; theme: WholeTheme; ofDraft: boolean };

/** What the calls are asked for: the draft as it is saved, or the theme as it is published. */
const asked = ({ kind, language, theme, ofDraft }: Shown) => ({
  kind,
  language,
  theme_id: theme.id,
  draft: ofDraft ? theme.draft : null,
});

function Mail({ shown, form }: { shown: Shown; form: Form }) {
  const { t } = useTranslation('themeMails');
  const { data, error, refetch } = useEndpoint(preview, { body: asked(shown) });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={css.frame} aria-busy="true" />;
  return (
    <>
      <p className={css.head}>
        {t('sender', { sender: data.sender })}
        <br />
        {t('subject', { subject: data.subject })}
      </p>
      {form === 'plain' ? (
        <pre className={css.plain}>{data.plain}</pre>
      ) : (
        // Without scripts, and without the origin of the portal: it may only be looked at.
        <iframe className={css.frame} sandbox="" srcDoc={data[form]} title={t('frame', { subject: data.subject })} />
      )}
    </>
  );
}

function useSending(shown: Shown) {
  const { t } = useTranslation('themeMails');
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      const { email } = await call(sendTest, { body: asked(shown) });
      toast.success(t('sent', { email }));
    } catch (error) {
      toast.failure(error);
    }
    setSending(false);
  };
  return { sending, send };
}

type ExampleProps = { kind: Kind; theme: WholeTheme };

function Example({ kind, theme }: ExampleProps) {
  const { t, i18n } = useTranslation('themeMails');
  const [language, setLanguage] = useState(i18n.language as Locale);
  const [form, setForm] = useState<Form>('light');
  // Of a theme that was never published there is the draft alone.
  const isPublished = theme.number > 0;
  const [ofDraft, setOfDraft] = useState(theme.changed || !isPublished);
  const shown = { kind, language, theme, ofDraft: ofDraft || !isPublished };
  const { sending, send } = useSending(shown);
  const which = [
    { value: 'published', label: t('published'), disabled: !isPublished },
    { value: 'draft', label: t('draft') },
  ];
  return (
    <section className={css.example} aria-label={t('example')}>
      <div className={css.choices}>
        <SegmentedControl
          aria-label={t('which')}
          data={which}
          value={shown.ofDraft ? 'draft' : 'published'}
          onChange={(value) => setOfDraft(value === 'draft')}
        />
        <SegmentedControl
          aria-label={t('form')}
          data={forms.map((value) => ({ value, label: t(`form_${value}`) }))}
          value={form}
          onChange={setForm}
        />
        <SegmentedControl
          aria-label={t('language')}
          data={locales.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={setLanguage}
        />
        {theme.can.edit ? (
          <Button variant="default" leftSection={<IconSend size={16} />} loading={sending} onClick={() => void send()}>
            {t('send')}
          </Button>
        ) : null}
      </div>
      <Mail shown={shown} form={form} />
    </section>
  );
}

/** Every mail that the portal sends, as it looks in this theme, and a test of it for whoever looks. */
export function ThemeMails({ theme }: { theme: WholeTheme }) {
  const { t } = useTranslation('themeMails');
  const { data, error, refetch } = useEndpoint(list, {});
  const [chosen, setChosen] = useState<Kind>('invitation');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className={css.note}>{t('tab_text')}</p>
      <div className={css.mails}>
        <Kinds rows={data.data} chosen={chosen} onChoose={setChosen} />
        <Example kind={chosen} theme={theme} />
      </div>
    </>
  );
}
