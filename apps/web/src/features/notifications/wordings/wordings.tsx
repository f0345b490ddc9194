import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { list } from '#endpoints/notifications/wordings.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { WordingEditor } from './wordingEditor.tsx';
import css from './wordings.module.css';

type Row = Answer<typeof list>['data'][number];

/** The rows of each group, in the order of the answer. */
function grouped(rows: readonly Row[]): [Row['group'], Row[]][] {
  const groups = new Map<Row['group'], Row[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups];
}

/** Kinds of mails and notifications, found by what they say and to whom they go. */
function Kinds({ rows, chosen, onChoose }: { rows: readonly Row[]; chosen: Row['kind']; onChoose: (kind: Row['kind']) => void }) {
  const { t } = useTranslation(['wordings', 'themeMails']);
  const id = useId();
  const [wanted, setWanted] = useState('');
  const found = rows.filter(({ kind, subject }) => plain(`${subject} ${t(`themeMails:kind_${kind}`)}`).includes(plain(wanted)));
  return (
    <nav className={css.kinds} aria-label={t('kinds')}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className={css.note}>{t('none_found')}</p> : null}
      {grouped(found).map(([group, kinds]) => (
        <section key={group} aria-labelledby={`${id}-${group}`}>
          <h2 id={`${id}-${group}`}>{t(`themeMails:group_${group}`)}</h2>
          <ul>
            {kinds.map(({ kind, subject, worded }) => (
              <li key={kind}>
                <button type="button" className={css.kind} aria-current={kind === chosen} onClick={() => onChoose(kind)}>
                  <strong>
                    {subject}
                    {worded.length > 0 ? <span className={css.tag}>{t('own')}</span> : null}
                  </strong>
                  <span>{t(`themeMails:kind_${kind}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** `/notifications/texts`: what the portal says by itself, in the words of the unit. */
export function Wordings() {
  const { t, i18n } = useTranslation('wordings');
  const { data, error, refetch } = useEndpoint(list, {});
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const row = data?.data.find(({ kind }) => kind === search['kind']) ?? data?.data[0];
  const language = locales.find((locale) => locale === search['language']) ?? (i18n.language as Locale);
  const go = (to: { kind: string; language: string }) => void navigate({ to: '.', search: to });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && row ? (
        <div className={css.wordings}>
          <Kinds rows={data.data} chosen={row.kind} onChoose={(kind) => go({ kind, language })} />
          <section className={css.editor} aria-label={row.subject}>
            <SegmentedControl
              aria-label={t('language')}
              data={locales.map((value) => ({
                value,
                label: row.worded.includes(value) ? `${languageNames[value]} · ${t('own')}` : languageNames[value],
              }))}
              value={language}
              onChange={(value) => go({ kind: row.kind, language: value })}
            />
            <WordingEditor key={`${row.kind} ${language}`} kind={row.kind} language={language} editable={data.can.edit} />
          </section>
        </div>
      ) : null}
    </>
  );
}
