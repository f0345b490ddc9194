import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './audit.module.css';
import { changesOf } from '#ui/history/changes.ts';
import { useAuditWords } from '#ui/history/auditWords.ts';

/** One line of the log in full, with every changed field before and after. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const { actionOf, objectOf } = useAuditWords();
  const changes = changesOf(entry);
  const show = (text: string | null) => text ?? <em>{t('nothing')}</em>;
  const facts: (readonly [string, ReactNode])[] = [
    [t('at'), formatDateTime(entry.at)],
    [t('actor'), entry.actor ? `${entry.actor.name} (${entry.actor.email})` : t('nobody')],
    [t('person'), entry.person ? `${entry.person.name} (${entry.person.email})` : null],
    [t('object'), [objectOf(entry), entry.object_name].filter(Boolean).join(': ')],
    [t('object_id'), entry.object_id],
    [t('code'), <code key="code">{entry.action}</code>],
    [t('ip'), entry.ip],
    [t('request'), entry.request_id],
  ];
  return (
    <SidePanel title={`${actionOf(entry)} · ${objectOf(entry)}`} size={640} onClose={onClose}>
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {changes.length > 0 ? (
        <table className={css.changes}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, before, after }) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                <td>{show(before)}</td>
                <td>{show(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </SidePanel>
  );
}
