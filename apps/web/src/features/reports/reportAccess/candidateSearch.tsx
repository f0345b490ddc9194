import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Grant } from '@vitrine/contract/features/reportAccess.ts';
import { candidates } from '@vitrine/contract/features/reportAccess.ts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '../../../core/formats.ts';
import { useEndpoint } from '../../../core/query.ts';
import css from './access.module.css';
import { AssigneeIcon } from './assigneeIcon.tsx';

export type Assignee = Pick<Grant, 'to' | 'to_id'> & { name: string; email: string | null };

type Props = { reportId: string; grants: readonly Grant[]; onChoose: (assignee: Assignee) => void };

const typingMs = 250;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A box whose finds stand below it: the whole unit, groups and people. Arrow keys walk, Enter chooses. */
export function CandidateSearch({ reportId, grants, onChoose }: Props) {
  const { t } = useTranslation('reportAccess');
  const listId = useId();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  const settled = useSettled(words.trim());
  const { data } = useEndpoint(candidates, { params: { id: reportId }, query: { q: settled } }, { enabled: open });

  const unit: Assignee = { to: 'unit', to_id: null, name: t('unit'), email: null };
  // While the server is asked, earlier finds stay as far as they fit: Enter must not choose somebody who was not looked for.
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const fits = ({ name, email }: Assignee) => wanted.every((word) => plain(`${name} ${email ?? ''}`).includes(word));
  const assignees = [unit, ...(data?.data ?? [])].filter(fits);
  const assigned = ({ to, to_id }: Assignee) => grants.some((grant) => grant.to === to && grant.to_id === to_id);
  const choose = (assignee: Assignee | undefined) => {
    if (!assignee || assigned(assignee)) return;
    setOpen(false);
    setWords('');
    onChoose(assignee);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setCurrent(Math.min(current + 1, assignees.length - 1)),
    ArrowUp: () => setCurrent(Math.max(current - 1, 0)),
    Enter: () => choose(assignees[current]),
  };
  return (
    <div
      className={css.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextInput
        label={t('assign')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && assignees[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        maxLength={120}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setCurrent(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            // The panel around it stays.
            event.stopPropagation();
            setOpen(false);
            return;
          }
          const run = keys[event.key];
          if (!run) return;
          event.preventDefault();
          setOpen(true);
          run();
        }}
      />
      {open ? (
        <div className={css.finds} data-surface="card" role="listbox" id={listId} aria-label={t('assign')}>
          {assignees.map((assignee, index) => (
            <button
              key={assignee.to_id ?? assignee.to}
              type="button"
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              aria-disabled={assigned(assignee)}
              tabIndex={-1}
              onMouseEnter={() => setCurrent(index)}
              onClick={() => choose(assignee)}
            >
              <AssigneeIcon to={assignee.to} />
              <span className={css.who}>
                <span className={css.name}>{assignee.name}</span>
                <span className={css.detail}>
                  {assigned(assignee) ? t('already') : assignee.to === 'unit' ? t('unit_text') : (assignee.email ?? t(assignee.to))}
                </span>
              </span>
            </button>
          ))}
          {data && assignees.length === 0 ? <p className={css.detail}>{t('nobody_found', { words: settled })}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
