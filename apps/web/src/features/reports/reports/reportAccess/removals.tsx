import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { Removal } from '@vitrine/contract/access/reportAccess.ts';
import { list, removePerson, restorePerson, why } from '#endpoints/access/reportAccess.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import texts from '#ui/access/texts.module.css';
import css from './grants.module.css';

type Props = { reportId: string; removals: readonly Removal[]; onCheck: (membershipId: string) => void };

/** Removals of people, which override all assignments above. */
export function Removals({ reportId, removals, onCheck }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  if (removals.length === 0) return null;
  const giveBack = async ({ membership_id, name }: Removal) => {
    try {
      await call(restorePerson, { params: { id: reportId, membership_id } });
      const changed = () => stale(list, why);
      await changed();
      const again = () => void call(removePerson, { params: { id: reportId, membership_id } }).then(changed, toast.failure);
      toast.undo(t('gave_back', { name }), again);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <section className={css.section}>
      <h2>{t('removals')}</h2>
      <ul className={css.grants}>
        {removals.map((removal) => (
          <li key={removal.membership_id} className={css.grant}>
            <IconUserX size={18} stroke={1.6} aria-hidden="true" />
            <span className={css.who}>
              <span className={texts.name}>{removal.name}</span>
              <span className={texts.detail}>
                {removal.email} · {t('removed_by', { name: removal.removed_by ?? '–', date: formatDate(removal.created_at) })}
              </span>
            </span>
            <ActionIcon variant="subtle" aria-label={`${t('check_person')} ${removal.name}`} onClick={() => onCheck(removal.membership_id)}>
              <IconInfoCircle size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" aria-label={`${t('give_back')} ${removal.name}`} onClick={() => void giveBack(removal)}>
              <IconUserCheck size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
