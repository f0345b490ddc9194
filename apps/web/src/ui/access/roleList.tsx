import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ModelRole } from '@vitrine/contract/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '#platform/formats.ts';
import type { Model } from './useModel.ts';
import css from './rows.module.css';
import texts from './texts.module.css';

/** From this number of roles on they are searched. */
const searchableFrom = 9;

type Props = {
  model: Pick<Model, 'roles' | 'roles_from'> | undefined;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (roles: string[]) => void;
};

function useMeaning(): (role: ModelRole) => string | undefined {
  const { t } = useTranslation('reportAccess');
  return ({ rows, column, values }) => {
    if (rows === 'all') return t('rows_all');
    if (rows === 'values') return `${column}: ${values.join(', ')}`;
    return rows === 'reader' ? t('role_of_reader', { column: column ?? '' }) : undefined;
  };
}

/** Where the service tells no roles, one may be typed: it is checked when the assignment is saved. */
function OtherRole({ onAdd }: { onAdd: (role: string) => void }) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const [name, setName] = useState('');
  const add = () => {
    if (name.trim() !== '') onAdd(name.trim());
    setName('');
  };
  return (
    <div className={css.otherRole}>
      <TextInput
        label={t('role_other')}
        description={t('role_other_hint')}
        value={name}
        maxLength={50}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" onClick={add} disabled={name.trim() === ''}>
        {t('ui:add')}
      </Button>
    </div>
  );
}

/** The roles of the model, with what they show; several add up. */
export function RoleList({ model: told, chosen, error, onChange }: Props) {
  const { t } = useTranslation('reportAccess');
  const meaning = useMeaning();
  const [words, setWords] = useState('');
  const known = told?.roles ?? [];
  const own = chosen.filter((name) => !known.some((role) => role.name === name));
  const roles: ModelRole[] = [...known, ...own.map((name): ModelRole => ({ name, rows: 'other', column: null, values: [] }))];
  const shown = roles.filter((role) => plain(`${role.name} ${meaning(role) ?? ''}`).includes(plain(words.trim())));
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div className={css.roles} role="group" aria-label={t('roles')}>
      {roles.length >= searchableFrom ? (
        <TextInput
          type="search"
          aria-label={t('roles_search')}
          placeholder={t('roles_search')}
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul className={css.roleList}>
          {shown.map((role) => (
            <li key={role.name}>
              <Checkbox
                label={role.name}
                description={meaning(role)}
                checked={chosen.includes(role.name)}
                onChange={() => toggle(role.name)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <p className={texts.detail} aria-live="polite">
        {told === undefined || told.roles_from === 'asking'
          ? t('roles_asking')
          : told.roles_from === 'use'
            ? t('roles_in_use')
            : t('roles_add_up')}
      </p>
      {told?.roles_from === 'use' ? <OtherRole onAdd={(role) => chosen.includes(role) || onChange([...chosen, role])} /> : null}
      {error ? (
        <p className={texts.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
