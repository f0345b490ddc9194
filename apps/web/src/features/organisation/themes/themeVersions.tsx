import { Button } from '@mantine/core';
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
import css from './themes.module.css';

type Version = Answer<typeof versions>['data'][number];
type Props = { theme: WholeTheme; onChanged: () => Promise<unknown> };

function VersionLine({ one, holds, children }: { one: Version; holds: boolean; children: ReactNode }) {
  const { t } = useTranslation('themes');
  const when = formatDateTime(one.published_at);
  return (
    <li className={css.version} aria-label={t('version', { number: one.number })}>
      <div>
        <strong>{t('version', { number: one.number })}</strong>
        <p className={css.dim}>{one.published_by ? t('published_by', { when, name: one.published_by }) : t('published_when', { when })}</p>
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
      {data.data.map((one) => (
        <VersionLine key={one.number} one={one} holds={one.number === current}>
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
