import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#platform/toast.ts';
import { useEscape } from './useEscape.ts';
import { useFocusBack } from './useFocusBack.ts';
import css from './questionCard.module.css';

/** The toast that asks: in the middle, with No and Yes. */
export function QuestionCard({ asked }: { asked: Question }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusBack();
  useEscape(() => asked.answer(false));
  useEffect(() => {
    // Not in the same key press, because the browser would let the same Escape close the dialog again.
    const timer = setTimeout(() => dialog.current?.showModal());
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={css.question}
      data-surface="card"
      aria-modal="true"
      aria-labelledby={`question-${asked.id}`}
      onCancel={() => asked.answer(false)}
    >
      <p id={`question-${asked.id}`}>{asked.text}</p>
      <div className={css.answers}>
        <button type="button" className={css.no} onClick={() => asked.answer(false)}>
          {t('no')}
        </button>
        <button type="button" className={css.yes} onClick={() => asked.answer(true)}>
          {t('yes')}
        </button>
      </div>
    </dialog>
  );
}
