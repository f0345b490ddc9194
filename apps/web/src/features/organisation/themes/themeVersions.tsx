import { Button } from '@mantine/core';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { rollBack, versions } from '#endpoints/organisation/themes.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import type { VersionChange } from './versionChanges.ts';
import { changesBetween } from './versionChanges.ts';
import css from './themes.module.css';

type Version = Answer<typeof versions>['data'][number];
type Props = { theme: WholeTheme; onChanged: () => Promise<unknown> };

function useSentences() {
  const { t } = useTranslation('themes');
  return (change: VersionChange): string => {
    switch (change.kind) {
      case 'section':
        return t(change.own ? `own_${change.section}_now` : `inherited_${change.section}_now`);
      case 'colour':
        return change.scheme === 'light' ? t(`colour_${change.field}`) : t('in_dark', { colour: t(`colour_${change.field}`) });
      case 'bars':
        return t(change.on ? 'bars_shown' : 'bars_hidden');
      case 'picture':
        return t(change.there ? 'picture_changed' : 'picture_removed', { picture: t(`picture_${change.picture}`) });
      default: {
        const name = change.kind === 'title' ? t('page_title') : t('sentence', { language: languageNames[change.language] });
        return t('text_changed', { name, text: change.after || t('text_empty') });
      }
    }
  };
}

function Colour({ value }: { value: string | null }) {
  const { t } = useTranslation('themes');
  if (value === null) return t('derived');
  return (
    <>
      <span className={css.sample} style={{ background: value }} /> {value}
    </>
  );
}

/** `before` is missing where the version before is not kept any more. */
function Changes({ before, one }: { before: Version | undefined; one: Version }) {
  const { t } = useTranslation('themes');
  const sentenceOf = useSentences();
  if (!before) return one.number === 1 ? <p className={css.dim}>{t('version_first')}</p> : null;
  const changes = changesBetween(before.document, one.document);
  if (changes.length === 0) return <p className={css.dim}>{t('version_same', { number: before.number })}</p>;
  return (
    <ul className={css.changes} aria-label={t('version_changes', { number: one.number })}>
      {changes.map((change) => (
        <li key={JSON.stringify(change)}>
          {sentenceOf(change)}
          {change.kind === 'colour' ? (
            <>
              {': '}
              <Colour value={change.before} /> → <Colour value={change.after} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type LineProps = { one: Version; before: Version | undefined; holds: boolean; children: ReactNode };

function VersionLine({ one, before, holds, children }: LineProps) {
  const { t } = useTranslation('themes');
  const when = formatDateTime(one.published_at);
  return (
    <li className={css.version} aria-label={t('version', { number: one.number })}>
      <div>
        <strong>{t('version', { number: one.number })}</strong>
        <p className={css.dim}>{one.published_by ? t('published_by', { when, name: one.published_by }) : t('published_when', { when })}</p>
        <Changes before={before} one={one} />
      </div>
      {holds ? <StatusCell kind="success">{t('holds')}</StatusCell> : children}
    </li>
  );
}

/** What was published, the newest first, and how a former version comes back. */
export function ThemeVersions({ theme: { id, number: current, version, can }, onChanged }: Props) {
  const { t } = useTranslation('themes');
  const { data, error, refetch } = useEndpoint(versions, { params: { id } });
  const [busy, setBusy] = useState<number | null>(null);
  const bringBack = async (number: number) => {
    if (!(await toast.confirm(t('roll_back_sure', { number })))) return;
    setBusy(number);
    try {
      await call(rollBack, { params: { id }, body: { version, number } });
      toast.success(t('rolled_back', { number }));
    } catch (failure) {
      toast.failure(failure);
    }
    await onChanged();
    setBusy(null);
  };
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.data.length === 0) return <EmptyState title={t('versions_empty')} text={t('versions_empty_text')} />;
  return (
    <ol className={css.versions}>
      {data.data.map((one, index) => (
        <VersionLine key={one.number} one={one} before={data.data[index + 1]} holds={one.number === current}>
          {can.edit ? (
            <Button variant="default" loading={busy === one.number} disabled={busy !== null} onClick={() => void bringBack(one.number)}>
              {t('roll_back')}
            </Button>
          ) : null}
        </VersionLine>
      ))}
    </ol>
  );
}
