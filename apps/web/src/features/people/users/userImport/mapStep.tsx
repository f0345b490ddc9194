import '@mantine/core/styles/Switch.layer.css';
import { Button, Select, Switch } from '@mantine/core';
import { list as fieldList } from '#endpoints/people/customFields.ts';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { importFields, map, remove, rows } from '#endpoints/people/userImport.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './import.module.css';
import own from './mapStep.module.css';

type Props = { given: UserImport; onMapped: () => void; onLeave: () => void };

const samples = 3;

/** Mapping of columns to fields: guessed by name and content, remembered for the next file. */
export function MapStep({ given, onMapped, onLeave }: Props) {
  const { t } = useTranslation(['users', 'ui']);
  const stale = useStale();
  const [mapping, setMapping] = useState(given.mapping);
  const [updating, setUpdating] = useState(given.update_existing);
  const [busy, setBusy] = useState(false);
  const fields = useAllRows<CustomField>(fieldList);
  const first = useEndpoint(rows, { params: { id: given.id }, query: { per_page: 10 } }, { staleTime: 0 }).data?.data ?? [];
  const missing = (['name', 'email'] as const).filter((field) => !mapping.includes(field));
  const options = [
    ...importFields.map((field) => ({ value: field, label: t(field) })),
    ...(fields.data ?? []).filter(({ active }) => active).map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
  ];
  const choose = (column: number, field: string | null) =>
    setMapping(mapping.map((current, index) => (index === column ? field : current === field ? null : current)));

  const act = async (work: () => Promise<unknown>, then: () => void) => {
    setBusy(true);
    try {
      await work();
      await stale(rows);
      then();
    } catch (error) {
      const { fields: wrong } = failureOf(error);
      if (wrong['mapping']) toast.error(wrong['mapping']);
      else toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <section className={css.card} data-surface="card">
      <p className={css.hint}>{t('map_text')}</p>
      <div className={css.scroll}>
        <table className={`${css.table} ${css.stacked}`} aria-label={t('step_map')}>
          <thead>
            <tr>
              <th>{t('column')}</th>
              <th>{t('sample')}</th>
              <th>{t('becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {given.header.map((name, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place alone
              <tr key={column}>
                <td>{name === '' ? t('column_number', { number: column + 1 }) : name}</td>
                <td className={own.sample}>
                  {first
                    .map(({ cells }) => cells[column] ?? '')
                    .filter(Boolean)
                    .slice(0, samples)
                    .join(' · ')}
                </td>
                <td>
                  <Select
                    aria-label={t('becomes_of', { column: name === '' ? t('column_number', { number: column + 1 }) : name })}
                    data={options}
                    value={mapping[column] ?? null}
                    onChange={(field) => choose(column, field)}
                    placeholder={t('left_out')}
                    clearable
                    searchable
                    nothingFoundMessage={t('ui:no_records')}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {given.from_unit ? null : (
        <Switch
          label={t('update_existing')}
          description={t('update_existing_text')}
          checked={updating}
          onChange={(event) => setUpdating(event.currentTarget.checked)}
        />
      )}
      {missing.length > 0 ? (
        <p className={css.warning}>{t('mapping_missing', { fields: missing.map((field) => t(field)).join(', ') })}</p>
      ) : null}
      <div className={css.bar}>
        <Button variant="subtle" disabled={busy} onClick={() => void act(() => call(remove, { params: { id: given.id } }), onLeave)}>
          {t('discard_import')}
        </Button>
        <span className={css.spacer} />
        <Button
          loading={busy}
          disabled={missing.length > 0}
          onClick={() =>
            void act(
              () => call(map, { params: { id: given.id }, body: { mapping, update_existing: updating, version: given.version } }),
              onMapped,
            )
          }
        >
          {t('continue')}
        </Button>
      </div>
    </section>
  );
}
