import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmName, isConfirmed } from '#platform/confirmName.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from './dialog.tsx';
import css from './confirmDelete.module.css';

/** What a deletion takes and what it leaves: told before somebody confirms it. */
export type Losses = { goes: string; stays?: string | null };

type Props = Losses & {
  /** Name of what is deleted; it must be typed in upper case with underscores. */
  name: string;
  /** Deletes. A rejection is shown and the dialog stays. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** What was deleted, for the message; false where whoever deletes tells it. */
  done?: string | false;
  /** What else has to be chosen, such as where the reports of a group go. */
  children?: ReactNode;
  /** False while something else is missing. */
  ready?: boolean;
};

/** Deletion is confirmed by typing the NAME_IN_CAPITALS (docs/reference/specification.md 5). */
export function ConfirmDelete({ name, goes, stays, onDelete, onClose, done, children, ready = true }: Props) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState(false);
  const allowed = ready && isConfirmed(typed, name);

  const remove = async () => {
    setDeleting(true);
    try {
      await onDelete();
      if (done !== false) toast.done(done ?? t('deleted', { name }));
      onClose();
    } catch (error) {
      toast.failure(error);
      setDeleting(false);
    }
  };
  return (
    <Dialog title={t('delete_title', { name })} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void remove();
        }}
      >
        <dl className={css.losses}>
          <dt>{t('delete_goes')}</dt>
          <dd>{goes}</dd>
          {stays ? (
            <>
              <dt>{t('delete_stays')}</dt>
              <dd>{stays}</dd>
            </>
          ) : null}
        </dl>
        <p>{t('delete_warning')}</p>
        {children}
        <TextInput
          label={t('delete_type_name')}
          description={<code className={css.name}>{confirmName(name)}</code>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" className={css.danger ?? ''} disabled={!allowed} loading={deleting}>
            {t('delete')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
