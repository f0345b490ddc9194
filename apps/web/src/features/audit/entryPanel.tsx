import type { AuditEntry } from '@vitrine/contract/features/audit.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../core/formats.ts';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import css from './audit.module.css';
import { useActionWords } from './words.ts';

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One line in full: the facts, and field by field what was and what is. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const title = useActionWords()(entry);
  const { before, after } = entry;
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  const show = (content: AuditEntry['before'], key: string) =>
    content?.[key] === undefined || content[key] === null ? <em>{t('nothing')}</em> : written(content[key]);
  const facts = [
    [t('at'), formatDateTime(entry.at)],
    [t('actor'), entry.actor ? `${entry.actor.name} (${entry.actor.email})` : t('nobody')],
    ...(entry.person ? [[t('person'), `${entry.person.name} (${entry.person.email})`]] : []),
    [t('action'), entry.action],
    [t('object'), `${entry.object_type} ${entry.object_id ?? ''}`],
    ...(entry.ip ? [[t('ip'), entry.ip]] : []),
    ...(entry.request_id ? [[t('request'), entry.request_id]] : []),
  ];
  return (
    <SidePanel title={title} size={640} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {keys.length > 0 ? (
        <table className={css.changes}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{show(before, key)}</td>
                <td>{show(after, key)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </SidePanel>
  );
}
