import type { ShownTerm } from '@vitrine/contract/settings/terms.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from './form.module.css';
import { atSignIn } from '#endpoints/settings/terms.ts';
import terms from './termsLinks.module.css';

/** A term in a dialog of the page's own. */
export function TermDialog({ term, onClose }: { term: ShownTerm; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <dialog
      className={terms.dialog}
      data-surface="card"
      aria-label={term.title}
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      onClose={onClose}
    >
      <h2>{term.title}</h2>
      <div className={terms.text}>{term.text}</div>
      <form method="dialog">
        <button type="submit" className={css.button}>
          {t('close')}
        </button>
      </form>
    </dialog>
  );
}

/** Links to the terms of the unit; their texts come when somebody wants to read one. */
export function TermsLinks({ titles }: { titles: readonly string[] }) {
  const [shown, setShown] = useState<ShownTerm | null>(null);
  const loaded = useRef<ShownTerm[] | null>(null);
  const read = async (title: string) => {
    try {
      loaded.current ??= await call(atSignIn, {});
      setShown(loaded.current.find((term) => term.title === title) ?? null);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <p className={terms.links}>
      {titles.map((title) => (
        <button key={title} type="button" className={css.plain} onClick={() => void read(title)}>
          {title}
        </button>
      ))}
      {shown ? <TermDialog term={shown} onClose={() => setShown(null)} /> : null}
    </p>
  );
}
