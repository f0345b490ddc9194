import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStateValue } from '#platform/state.ts';
import type { Toast } from '#platform/toast.ts';
import { copyText, dismissToast, question, toasts } from '#platform/toast.ts';
import { onDemand } from './onDemand.tsx';
import css from './toasts.module.css';

/** Nothing asks before the sign-in; the portal has its code. */
const QuestionCard = onDemand(async () => (await import('./questionCard.tsx')).QuestionCard);

/** Disappears after its time, but not while it is hovered or focused. */
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
        {toast.hint ? <p className={css.hint}>{toast.hint}</p> : null}
        {toast.code ? (
          <p className={css.hint}>
            {t('error_code')}: <code className={css.code}>{toast.code}</code>
          </p>
        ) : null}
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

const marginPx = 16;
/** Attribute for toolbars at the top of a page, with extra pixels: toasts are shown below them. */
const above = '[data-above-toasts]';
/** Attribute for a panel at the right: toasts are shown beside it if there is room, else below its title. */
const beside = '[data-beside-toasts]';

function place(stack: HTMLElement): void {
  const panel = document.querySelector<HTMLElement>(beside);
  const width = panel?.offsetWidth ?? 0;
  const aside = panel && innerWidth - width - stack.offsetWidth >= marginPx * 2;
  let [all, underneath] = [0, 0];
  for (const element of aside ? [] : (panel ?? document).querySelectorAll<HTMLElement>(above)) {
    const { top, bottom } = element.getBoundingClientRect();
    const end = bottom + Number(element.dataset['aboveToasts']);
    all = Math.max(all, end);
    // On a phone toasts are at the very top, where most pages have nothing to press.
    if (top < stack.offsetHeight) underneath = Math.max(underneath, end);
  }
  stack.style.cssText = `--above:${all}px;--above-on-phone:${underneath}px;--beside:${aside ? width : 0}px`;
}

/** Keeps toasts clear of marked elements, also when the page changes. */
function useClearPlace(any: boolean) {
  const stack = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = stack;
    if (!any || !current) return undefined;
    const follow = () => place(current);
    follow();
    const pageChanges = new MutationObserver(follow);
    pageChanges.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-above-toasts'] });
    addEventListener('scroll', follow, true);
    addEventListener('resize', follow);
    return () => {
      pageChanges.disconnect();
      removeEventListener('scroll', follow, true);
      removeEventListener('resize', follow);
    };
  }, [any]);
  return stack;
}

/** Rendered once, above both the public pages and the portal. */
export function Toasts() {
  const { t } = useTranslation();
  const shown = useStateValue(toasts);
  const asked = useStateValue(question);
  const stack = useClearPlace(shown.length > 0);
  return (
    <>
      <section ref={stack} className={css.stack} aria-label={t('messages')}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </section>
      {asked ? <QuestionCard key={asked.id} asked={asked} /> : null}
    </>
  );
}
