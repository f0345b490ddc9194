import { Button, Select } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { get, setupFileLimits } from '#endpoints/organisation/unitSetup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import css from './unitSetup.module.css';

/** A document and where it comes from; `unit` is null for a file. */
export type Source = { key: string; text: string; unit: string | null };
export type Unit = { id: string; name: string; current: boolean };
export type SentFile = { name: string; text: string };
type Props = {
  units: readonly Unit[];
  unit: string | null;
  file: SentFile | null;
  onUnit: (id: string | null) => void;
  onFile: (file: SentFile) => void;
};

/** The set-up of a unit, which can be taken away, or a file. */
export function SourceCard({ units, unit, file, onUnit, onFile }: Props) {
  const { t } = useTranslation('unitSetup');
  const [problem, setProblem] = useState('');
  const nameOf = (id: string) => units.find((each) => each.id === id)?.name ?? '';
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = await chosen.text();
    const fits = text.length <= setupFileLimits.characters;
    setProblem(fits ? '' : t('file_too_big', { characters: formatNumber(setupFileLimits.characters) }));
    if (fits) onFile({ name: chosen.name, text });
  };
  return (
    <section className={css.card} data-surface="card" aria-labelledby="setup-source">
      <h2 id="setup-source">{t('source')}</h2>
      <p className={css.dim}>{t('what_it_lacks')}</p>
      <div className={css.sources}>
        <div className={css.row}>
          <Select
            className={css.grow ?? ''}
            label={t('source_unit')}
            placeholder={t('choose_unit')}
            searchable={units.length > 8}
            data={units.map(({ id, name }) => ({ value: id, label: name }))}
            value={unit}
            onChange={onUnit}
            allowDeselect={false}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={unit === null}
            onClick={() => unit && void saveFile(get, { params: { tenant_id: unit } }, `${nameOf(unit)}.json`).catch(toast.failure)}
          >
            {t('download')}
          </Button>
        </div>
        <div className={css.file}>
          <span className={css.label} id="setup-file">
            {t('source_file')}
          </span>
          <Button component="label" variant="default" leftSection={<IconUpload size={16} />}>
            {t('choose_file')}
            <input
              type="file"
              className="visually-hidden"
              accept=".json,application/json"
              aria-labelledby="setup-file"
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
          </Button>
          {file ? <span className={css.dim}>{t('chosen', { name: file.name })}</span> : null}
        </div>
      </div>
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
