import { ActionIcon } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './rows.module.css';
import texts from './texts.module.css';

type Chip = { key: string; name: string; icon?: ReactNode };

/** What was chosen, each with a button that takes it out again. */
export function ChosenChips({ chips, onRemove }: { chips: readonly Chip[]; onRemove: (key: string) => void }) {
  const { t } = useTranslation('reportAccess');
  if (chips.length === 0) return null;
  return (
    <ul className={css.chosen}>
      {chips.map(({ key, name, icon }) => (
        <li key={key}>
          {icon}
          {name}
          <ActionIcon variant="subtle" size={24} aria-label={t('unchoose', { name })} onClick={() => onRemove(key)}>
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

type Offer = { token: string; word: string };

/** Values that follow the reader: a click puts one in. */
export function VariableChips({
  offered,
  taken,
  onChoose,
}: {
  offered: readonly Offer[];
  taken: readonly unknown[];
  onChoose: (token: string) => void;
}) {
  const { t } = useTranslation('reportAccess');
  const free = offered.filter(({ token }) => !taken.includes(token));
  if (free.length === 0) return null;
  return (
    <div className={css.offered} role="group" aria-label={t('variables')}>
      <span className={texts.detail}>{t('variables')}</span>
      {free.map(({ token, word }) => (
        <button key={token} type="button" className={css.offer} title={token} onClick={() => onChoose(token)}>
          <IconPlus size={12} aria-hidden="true" />
          {word}
        </button>
      ))}
    </div>
  );
}
