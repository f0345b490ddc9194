import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TaskRecipient } from '@vitrine/contract/automation/task.ts';
import { candidates } from '#endpoints/notifications/broadcasts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './tasks.module.css';

type Props = {
  kind: 'group' | 'people' | 'report';
  label: string;
  chosen: readonly TaskRecipient[];
  error?: string | undefined;
  onChange: (chosen: TaskRecipient[]) => void;
  /** One alone: the box goes once it is chosen. */
  single?: boolean;
};

/** Reports, people or groups by name, and what was chosen, each with a way to take it out again. */
export function NamedPick({ kind, label, chosen, error, onChange, single = false }: Props) {
  const { t } = useTranslation('tasks');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(candidates, { query: { kind, q: words ?? '' } }, { enabled: words !== null });
  return (
    <div className={css.pick}>
      {single && chosen.length > 0 ? <span className={css.label}>{label}</span> : null}
      {single && chosen.length > 0 ? null : (
        <PickBox
          label={label}
          placeholder={t('search_name')}
          error={error}
          finds={data?.data.map(({ id, name, detail }) => ({
            key: id,
            name,
            ...(detail ? { detail } : {}),
            taken: chosen.some((one) => one.id === id),
          }))}
          onSearch={setWords}
          onChoose={(key) => {
            const found = data?.data.find(({ id }) => id === key);
            if (found) onChange([...chosen, { id: found.id, name: found.name }]);
          }}
          nothing={(typed) => t('nothing_found', { words: typed })}
        />
      )}
      {chosen.length > 0 ? (
        <ul className={css.chosen}>
          {chosen.map(({ id, name }) => (
            <li key={id}>
              {name}
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('take_out', { name })}
                onClick={() => onChange(chosen.filter((one) => one.id !== id))}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
