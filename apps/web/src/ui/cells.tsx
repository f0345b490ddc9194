import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatNumber, formatRelative } from '#platform/formats.ts';
import { copyText } from '#platform/toast.ts';
import css from './cells.module.css';

/** `21/11/2026`; takes a plain date or a moment. */
export const DateCell = ({ value }: { value: string | null }) => (value ? <time dateTime={value}>{formatDate(value)}</time> : <Nothing />);

/** `há 3 horas`, with the exact time on hover. */
export const RelativeTimeCell = ({ value }: { value: string | null }) =>
  value ? (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelative(value)}
    </time>
  ) : (
    <Nothing />
  );

/** `há 3 horas · Ana`: when somebody changed it last, and who. */
export const ChangeCell = ({ at, by }: { at: string | null; by: string | null }) => (
  <span title={by ?? ''}>
    <RelativeTimeCell value={at} />
    {by ? ` · ${by}` : null}
  </span>
);

export const NumberCell = ({ value }: { value: number | null }) => (value === null ? <Nothing /> : <span>{formatNumber(value)}</span>);

export type StatusKind = 'success' | 'warning' | 'info' | 'error' | 'neutral';

/** A coloured dot with text, so that the colour is never the only sign. */
export const StatusCell = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={css.status} data-kind={kind}>
    <span className={css.dot} aria-hidden="true" />
    {children}
  </span>
);

/** An id shortened, copied whole with a click. */
export function IdCell({ value }: { value: string | null }) {
  const { t } = useTranslation(['ui', 'common']);
  if (!value) return <Nothing />;
  return (
    <button type="button" className={css.id} title={value} aria-label={`${t('copy')} ${value}`} onClick={() => void copyText(value)}>
      {value.length > 13 ? `${value.slice(0, 8)}…` : value}
    </button>
  );
}

export const YesNoCell = ({ value }: { value: boolean }) => {
  const { t } = useTranslation(['ui', 'common']);
  return <span>{value ? t('common:yes') : t('common:no')}</span>;
};

/** A name with its icon. */
export const IconCell = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className={css.withIcon}>
    {icon}
    <span>{children}</span>
  </span>
);

export const Nothing = () => (
  <span className={css.nothing} aria-hidden="true">
    –
  </span>
);
