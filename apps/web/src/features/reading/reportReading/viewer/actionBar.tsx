import { IconMaximize, IconPencil, IconPencilOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './bar.module.css';
import { BarButton } from './barButton.tsx';

type Props = {
  /** Where the report stands, and how old its data are. */
  about: ReactNode;
  /** What is under way. */
  status?: ReactNode;
  /** The actions; none while it is being opened. */
  children?: ReactNode;
};

/** The bar above a report: where one is at the left, what one can do at the right. */
export function ActionBar({ about, status, children }: Props) {
  const { t } = useTranslation('reportReading');
  return (
    <div className={css.bar} data-surface="card">
      {about}
      <span className={css.spacer} />
      {status}
      <div role="toolbar" aria-label={t('bar')} className={css.actions}>
        {children}
      </div>
    </div>
  );
}

export function EditButton({ editing, ready, onToggle }: { editing: boolean; ready: boolean; onToggle: () => void }) {
  const { t } = useTranslation('reportReading');
  const Icon = editing ? IconPencilOff : IconPencil;
  return (
    <BarButton
      icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      label={t(editing ? 'edit_leave' : 'edit_short')}
      name={t(editing ? 'edit_leave' : 'edit')}
      aria-pressed={editing}
      disabled={!ready}
      onClick={onToggle}
    />
  );
}

/** Nothing where the browser has no full screen, as on some phones. */
export function FullScreenButton({ toggle }: { toggle: (() => void) | null }) {
  const { t } = useTranslation('reportReading');
  if (!toggle) return null;
  const icon = <IconMaximize size={18} stroke={1.6} aria-hidden="true" />;
  return <BarButton icon={icon} label={t('full_screen_short')} name={t('full_screen')} onClick={toggle} />;
}
