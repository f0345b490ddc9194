import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStateValue } from '../state.ts';
import type { Question, Toast } from '../toast.ts';
import { copyText, dismissToast, question, toasts } from '../toast.ts';
import { useEscape } from './useEscape.ts';
import { useFocusBack } from './useFocusBack.ts';
import css from './Toasts.module.css';

/** Leaves after its time, but not while somebody points at it or stands in it. */
function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), toast.lastsMs);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.lastsMs]);

  const run = () => {
    dismissToast(toast.id);
    toast.action?.run();
  };
  return (
    <div
      className={css.toast}
      data-surface="card"
      data-variant={toast.variant}
      role={toast.variant === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.dot} aria-hidden="true" />
      <div className={css.text}>
        <p>{toast.text}</p>
        {toast.action ? (
          <button type="button" className={css.action} onClick={run}>
            {toast.action.label}
          </button>
        ) : null}
        {toast.details ? (
          <button type="button" className={css.action} onClick={() => void copyText(toast.details ?? '')}>
            {t('copy_details')}
          </button>
        ) : null}
      </div>
      <button type="button" className={css.close} aria-label={t('close')} onClick={() => dismissToast(toast.id)}>
        ×
      </button>
    </div>
  );
}

/** The toast that asks: in the middle, with No and Yes. */
function QuestionCard({ asked }: { asked: Question }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusBack();
  useEscape(() => asked.answer(false));
  useEffect(() => {
    // Not within the key press that led here: the browser would let the same Escape close the question again.
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

/** Stands once, above both the public pages and the portal. */
export function Toasts() {
  const { t } = useTranslation();
  const shown = useStateValue(toasts);
  const asked = useStateValue(question);
  return (
    <>
      <section className={css.stack} aria-label={t('messages')}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </section>
      {asked ? <QuestionCard key={asked.id} asked={asked} /> : null}
    </>
  );
}
