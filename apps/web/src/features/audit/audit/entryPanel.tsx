import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { changesOf } from '@vitrine/contract/audit/changes.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { momentText } from '#platform/unitClock.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './audit.module.css';
import { useAuditSpeech, useAuditWords } from '#ui/history/auditWords.ts';

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const changes = changesOf(entry, useAuditSpeech()(entry));
  const show = (text: string | null) => text ?? <em>{t('nothing')}</em>;
  if (changes.length === 0) return null;
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, field, before, after }) => (
          <tr key={key}>
            <th scope="row">{field}</th>
            <td>{show(before)}</td>
            <td>{show(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was stored, as it was stored, for those who look for a code or an id. */
function Record({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { action, object_id, request_id, before, after } = entry;
  return (
    <details className={css.record}>
      <summary>{t('technical')}</summary>
      <Facts
        rows={[
          [t('code'), <code key="code">{action}</code>],
          [t('object_id'), object_id],
          [t('request'), request_id],
        ]}
      />
      <pre aria-label={t('record')}>{JSON.stringify({ before, after }, null, 2)}</pre>
    </details>
  );
}

/** One line of the log in full, with every changed field before and after. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const { actionOf, objectOf } = useAuditWords();
  const timezone = useConfig()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <SidePanel title={`${actionOf(entry)} · ${objectOf(entry)}`} size={640} onClose={onClose}>
      <Facts
        rows={[
          [t('at'), momentText(entry.at, timezone)],
          [t('actor'), entry.actor ? `${entry.actor.name} (${entry.actor.email})` : t('nobody')],
          [t('person'), entry.person ? `${entry.person.name} (${entry.person.email})` : null],
          [t('object'), [objectOf(entry), entry.object_name].filter(Boolean).join(': ')],
          [t('ip'), entry.ip],
        ]}
      />
      <Changes entry={entry} />
      <Record entry={entry} />
    </SidePanel>
  );
}
