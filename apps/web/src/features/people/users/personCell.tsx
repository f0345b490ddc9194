import type { UserRow } from '@vitrine/contract/people/users.ts';
import { useTranslation } from 'react-i18next';
import css from './users.module.css';

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
};

/** The picture, or initials. */
export const Avatar = ({ row }: { row: Pick<UserRow, 'name' | 'picture'> }) =>
  row.picture ? (
    <img className={css.avatar} src={row.picture} alt="" loading="lazy" />
  ) : (
    <span className={css.avatar} aria-hidden="true">
      {initials(row.name)}
    </span>
  );

/** Who it is, at a glance. */
export function PersonCell({ row }: { row: Pick<UserRow, 'name' | 'own' | 'picture'> }) {
  const { t } = useTranslation('users');
  return (
    <span className={css.person}>
      <Avatar row={row} />
      <span>{row.name}</span>
      {row.own ? <span className={css.you}>{t('you')}</span> : null}
    </span>
  );
}
