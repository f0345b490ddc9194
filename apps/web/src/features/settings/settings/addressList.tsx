import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AddressTrial } from './accessHours/addressTrial.tsx';
import css from './settings.module.css';
import type { AddressRow } from './formValues.ts';

type Props = { rows: readonly AddressRow[]; errors: Record<string, unknown>; onChange: (rows: AddressRow[]) => void };

const most = 100;

/** Addresses, networks and ranges, each with a note on what it is. */
export function AddressList({ rows, errors, onChange }: Props) {
  const { t } = useTranslation('settings');
  const change = (index: number, changes: Partial<AddressRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)));
  const errorOf = (index: number) => {
    const error = errors[`allowed_addresses.${index}.address`] ?? errors[`allowed_addresses.${index}.note`];
    return typeof error === 'string' ? error : undefined;
  };
  return (
    <fieldset className={css.addresses}>
      <legend>{t('allowed_addresses')}</legend>
      {rows.map((row, index) => {
        const number = index + 1;
        return (
          // Rows have no id, so they are identified by position.
          <div key={number} className={css.address}>
            <TextInput
              aria-label={t('address_of', { number })}
              placeholder={t('address_placeholder')}
              value={row.address}
              error={errorOf(index)}
              maxLength={100}
              onChange={(event) => change(index, { address: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('note_of', { number })}
              placeholder={t('note')}
              value={row.note}
              maxLength={120}
              onChange={(event) => change(index, { note: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('address_remove', { number })}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        );
      })}
      {rows.length < most ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, { address: '', note: '' }])}
        >
          {t('address_add')}
        </Button>
      ) : null}
      <AddressTrial addresses={rows.map(({ address }) => address).filter(Boolean)} />
    </fieldset>
  );
}
