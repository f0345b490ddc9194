import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { workspaceReports } from '#endpoints/reports/reportingAccounts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { ErrorState } from '#ui/states.tsx';
import type { Chosen, Source } from './register.ts';
import { Waiting } from './registerWaiting.tsx';
import css from './register.module.css';

/** Below this number no search box is shown. */
const searchableFrom = 8;

type Props = { source: Source; chosen: readonly Chosen[]; onChange: (chosen: Chosen[]) => void };

/** Step 2: one or several reports of the workspace. Those that the unit has already are marked. */
export function RegisterChoice({ source, chosen, onChange }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const [words, setWords] = useState('');
  const params = { id: source.account_id, workspace_id: source.workspace_id };
  const { data, error, refetch } = useEndpoint(workspaceReports, { params });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.data.length === 0) return <p className={css.hint}>{t('no_reports')}</p>;

  const found = data.data.filter(({ name }) => plain(name).includes(plain(words.trim())));
  const free = found.filter(({ registered }) => !registered);
  const isChosen = (id: string) => chosen.some((one) => one.id === id);
  const toggle = (id: string, name: string) =>
    onChange(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name, title: name }]);
  const allChosen = free.length > 0 && free.every(({ id }) => isChosen(id));
  const toggleAll = () => {
    const others = chosen.filter(({ id }) => !free.some((one) => one.id === id));
    onChange(allChosen ? others : [...others, ...free.map(({ id, name }) => ({ id, name, title: name }))]);
  };
  return (
    <div className={css.step}>
      {data.data.length >= searchableFrom ? (
        <TextInput
          type="search"
          aria-label={t('search_reports')}
          placeholder={t('search_reports')}
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      <div className={css.head}>
        <Checkbox
          size="sm"
          label={t('select_all')}
          checked={allChosen}
          indeterminate={!allChosen && free.some(({ id }) => isChosen(id))}
          disabled={free.length === 0}
          onChange={toggleAll}
        />
        <span className={css.detail} aria-live="polite">
          {t('chosen', { count: chosen.length })}
        </span>
      </div>
      {found.length === 0 ? <p className={css.hint}>{t('ui:no_results')}</p> : null}
      <ul className={css.rows} hidden={found.length === 0}>
        {found.map(({ id, name, kind, registered }) => (
          <li key={id} className={css.row}>
            <Checkbox
              size="sm"
              className={css.name ?? ''}
              label={name}
              checked={registered || isChosen(id)}
              disabled={registered}
              onChange={() => toggle(id, name)}
            />
            {kind === 'paginated' ? <span className={css.detail}>{t('paginated')}</span> : null}
            {registered ? <span className={css.detail}>{t('already_registered')}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
