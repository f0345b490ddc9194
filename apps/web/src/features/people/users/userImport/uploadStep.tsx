import { Button, Select } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { exportFormats } from '#endpoints/download.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { add, addFromUnit, importLimits, list, sources, template } from '#endpoints/people/userImport.ts';
import { surroundings } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatBytes, formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { saveFile } from '#platform/savedFile.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './import.module.css';
import own from './uploadStep.module.css';

type Props = { onAdded: (added: UserImport) => void; onOpen: (id: string) => void };

/** A drop zone for a file, which is read at once; errors are shown here. */
function DropBox({ onAdded }: { onAdded: (added: UserImport) => void }) {
  const { t } = useTranslation('users');
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState('');

  const take = async (file: File | undefined) => {
    if (!file || reading) return;
    setProblem('');
    if (file.size > importLimits.bytes) {
      setProblem(t('file_too_big', { size: formatBytes(importLimits.bytes) }));
      return;
    }
    setReading(true);
    try {
      onAdded(await call(add, { query: { name: file.name.slice(-200) }, body: file }));
    } catch (error) {
      setProblem(failureOf(error).message);
      setReading(false);
    }
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the mouse's way; keys reach the field in it */}
      <label
        className={own.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileSpreadsheet size={32} aria-hidden="true" />
        <strong>{reading ? t('reading') : t('drop_file')}</strong>
        <span className={css.hint}>{t('drop_text', { rows: formatNumber(importLimits.rows), size: formatBytes(importLimits.bytes) })}</span>
        <input
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,.xlsx"
          disabled={reading}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {problem ? (
        <p className={own.error} role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** People of another unit, where the setting allows it. */
function FromUnit({ onAdded }: { onAdded: (added: UserImport) => void }) {
  const { t } = useTranslation('users');
  const { data } = useEndpoint(sources, {});
  const [source, setSource] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  if (!data || data.data.length === 0) return null;
  const take = async (source_tenant_id: string) => {
    setRunning(true);
    try {
      onAdded(await call(addFromUnit, { body: { source_tenant_id } }));
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <section className={css.card} data-surface="card">
      <h2>{t('from_unit')}</h2>
      <p className={css.hint}>{t('from_unit_text')}</p>
      <Select
        label={t('source_unit')}
        data={data.data.map(({ id, name, people }) => ({ value: id, label: `${name} (${formatNumber(people)})` }))}
        value={source}
        onChange={setSource}
      />
      <Button variant="default" disabled={source === null} loading={running} onClick={() => source && void take(source)}>
        {t('continue')}
      </Button>
    </section>
  );
}

export function UploadStep({ onAdded, onOpen }: Props) {
  const { t } = useTranslation('users');
  const around = useEndpoint(surroundings, {}).data;
  const before = useEndpoint(list, { query: { per_page: 10 } }, { staleTime: 0 }).data?.data ?? [];
  return (
    <div className={own.columns}>
      <section className={css.card} data-surface="card">
        <DropBox onAdded={onAdded} />
        <p className={css.hint}>{t('file_columns')}</p>
        <div className={own.template}>
          <span className={css.hint}>{t('template')}</span>
          {exportFormats.map((format) => (
            <Button
              key={format}
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={16} />}
              onClick={() => void saveFile(template, { query: { format } }).catch(toast.failure)}
            >
              {t(`template_${format}`)}
            </Button>
          ))}
        </div>
      </section>
      <div style={{ display: 'grid', gap: 16 }}>
        {around?.may_import_from_unit ? <FromUnit onAdded={onAdded} /> : null}
        {before.length > 0 ? (
          <section className={css.card} data-surface="card">
            <h2>{t('past_imports')}</h2>
            <ul className={own.past}>
              {before.map((one) => (
                <li key={one.id}>
                  <button type="button" onClick={() => onOpen(one.id)}>
                    <span>{one.file_name}</span>
                    <span className={css.hint}>
                      {t(`import_${one.state}`)} · {formatDateTime(one.created_at)} · {one.created_by}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </div>
  );
}
