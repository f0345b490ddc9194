import { Button } from '@mantine/core';
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { useTranslation } from 'react-i18next';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useAuditWords } from './auditWords.ts';
import type { Change } from '@vitrine/contract/audit/changes.ts';
import { useChanges } from './fieldWords.ts';
import css from './history.module.css';
import type { OpenHistory } from './useHistory.ts';

/** `Título: “Vendas” → “Vendas da rede”`; of what is no text only its name. */
export function ChangeLine({ change: { field, before, after }, nothing }: { change: Change; nothing?: string }) {
  const { t } = useTranslation('audit');
  if (before === null && after === null) return <li>{field}</li>;
  return (
    <li>
      {field}
      {': '}
      <del>{before ?? nothing ?? t('nothing')}</del>
      <span aria-hidden="true">{' → '}</span>
      <ins>{after ?? t('nothing')}</ins>
    </li>
  );
}

function Line({ entry, own }: { entry: AuditEntry; own: readonly string[] }) {
  const { t } = useTranslation('audit');
  const { actionOf, objectOf } = useAuditWords();
  const changes = useChanges()(entry);
  // Of the object itself only what was done is said.
  const about = own.includes(entry.object_type) ? [] : [objectOf(entry), entry.object_name];
  return (
    <li className={css.line}>
      <p>
        <strong>{entry.actor?.name ?? t('nobody')}</strong>
        <span>{[actionOf(entry), ...about].filter(Boolean).join(' · ')}</span>
        {entry.person ? <span className={css.dim}>{t('on_behalf_of', { name: entry.person.name })}</span> : null}
        <span className={css.when}>
          <RelativeTimeCell value={entry.at} />
        </span>
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <ChangeLine key={change.key} change={change} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** What happened to an object, the newest first; `own` are the tables that are the object itself. */
export function HistoryTab({ history, own }: { history: OpenHistory; own: readonly string[] }) {
  const { t } = useTranslation(['audit', 'ui']);
  const { lines, error, retry, more, loadingMore } = history;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (lines?.length === 0) return <p className={css.dim}>{t('history_empty')}</p>;
  return (
    <>
      <ol className={css.lines} aria-busy={!lines}>
        {lines?.map((entry) => (
          <Line key={entry.id} entry={entry} own={own} />
        ))}
      </ol>
      {more ? (
        <Button variant="default" mt={12} loading={loadingMore} onClick={more}>
          {t('ui:show_more')}
        </Button>
      ) : null}
    </>
  );
}
