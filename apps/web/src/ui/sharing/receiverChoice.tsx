import { ActionIcon } from '@mantine/core';
import { IconMail, IconUser, IconUsersGroup, IconX } from '@tabler/icons-react';
import type { ShareCandidate, ShareEffect } from '@vitrine/contract/reading/sharing.ts';
import { receivers } from '#endpoints/reading/sharing.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './sharing.module.css';

export type Receiver = {
  to: ShareCandidate['to'] | 'email';
  to_id: string | null;
  email: string | null;
  name: string;
  effect: ShareEffect;
};

const icons = { membership: IconUser, user_group: IconUsersGroup, email: IconMail } as const;
const isEmail = (words: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(words);

/** A whole e-mail is offered unseen: whether somebody has it is told when the report is shared, not while typing. */
const byEmail = (email: string): Receiver => ({ to: 'email', to_id: null, email, name: email, effect: 'ask' });

const keyOf = ({ to, to_id }: Receiver) => `${to}/${to_id ?? ''}`;

/** The box that had the focus is gone. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

type Props = { reportId: string; chosen: Receiver | null; error: string | undefined; onChoose: (receiver: Receiver | null) => void };

/** Users and groups found by name, or one that was chosen. */
export function ReceiverChoice({ reportId, chosen, error, onChoose }: Props) {
  const { t } = useTranslation('sharing');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(receivers, { params: { id: reportId }, query: { q: words ?? '' } }, { enabled: words !== null });
  if (chosen) {
    const Icon = icons[chosen.to];
    return (
      <div>
        <p className={css.label}>{t('with')}</p>
        <p className={css.chosen}>
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          <span>{chosen.name}</span>
          <ActionIcon variant="subtle" aria-label={t('another')} title={t('another')} onClick={() => onChoose(null)} ref={focused}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </p>
        {error ? (
          <p className={css.error} role="alert">
            {error}
          </p>
        ) : null}
      </div>
    );
  }
  const named = (data?.data ?? []).map(({ email, ...found }): Receiver => ({ ...found, email: null, name: found.name || (email ?? '') }));
  const detail = ({ to }: Receiver, index: number) =>
    to === 'user_group' ? t('group') : to === 'email' ? t('by_email') : (data?.data[index]?.email ?? '');
  const offered = named.length === 0 && words !== null && isEmail(words) ? [byEmail(words)] : named;
  return (
    <PickBox
      label={t('with')}
      placeholder={t('search')}
      finds={
        data
          ? offered.map((receiver, index) => {
              const Icon = icons[receiver.to];
              return {
                key: keyOf(receiver),
                name: receiver.name,
                detail: detail(receiver, index),
                icon: <Icon size={16} stroke={1.6} aria-hidden="true" />,
              };
            })
          : undefined
      }
      onSearch={setWords}
      onChoose={(key) => onChoose(offered.find((receiver) => keyOf(receiver) === key) ?? null)}
      nothing={() => t('nobody')}
      first
      error={error}
    />
  );
}
