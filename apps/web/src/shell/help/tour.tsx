import { Button, CloseButton } from '@mantine/core';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberView, storage } from '#platform/storage.ts';
import { intoView } from '#ui/intoView.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import css from './help.module.css';
import { seen, useTourSteps } from './tourSteps.ts';

const gap = 12;
const cardWidth = 320;
const cardHeight = 220;

type Box = { top: number; left: number; width: number; height: number };

/** Beside or below what it points at, never outside of the window; in the middle where there is nothing to point at. */
function placeOf(box: Box | null): CSSProperties {
  const width = Math.min(cardWidth, innerWidth - 2 * gap);
  if (!box) return { width, left: (innerWidth - width) / 2, top: Math.max(gap, (innerHeight - cardHeight) / 2) };
  const right = box.left + box.width + gap;
  const beside = box.width < innerWidth / 3 && right + width < innerWidth && box.left < innerWidth / 4;
  const left = beside ? right : Math.min(Math.max(gap, box.left), innerWidth - width - gap);
  const below = box.top + box.height + gap;
  if (beside) return { width, left, top: Math.min(box.top, innerHeight - cardHeight - gap) };
  return below + cardHeight < innerHeight ? { width, left, top: below } : { width, left, bottom: innerHeight - box.top + gap };
}

/** Where the thing is that a step points at; followed when the window changes. */
function useBox(selector: string): { box: Box | null; inMenu: boolean } {
  const [found, setFound] = useState<{ box: Box | null; inMenu: boolean }>({ box: null, inMenu: false });
  useLayoutEffect(() => {
    const measure = () => {
      const { element, inMenu } = seen(selector);
      const { top, left, width, height } = element?.getBoundingClientRect() ?? {};
      const box = top === undefined || left === undefined || !width || !height ? null : { top, left, width, height };
      setFound({ box, inMenu });
    };
    intoView(seen(selector).element);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [selector]);
  return found;
}

/** The tour: one thing after the other is lit up and explained. A dialog of the browser keeps the focus; Esc and arrow keys work. */
export function Tour({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('help');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const steps = useTourSteps();
  const last = steps.length - 1;
  const [step, setStep] = useState(() => Math.min(storage.read('bi:view')?.tour_step ?? 0, Math.max(last, 0)));
  const now = steps[step];
  const { box, inMenu } = useBox(now?.selector ?? '');
  useFocusBack();
  useEffect(() => dialog.current?.showModal(), []);

  const go = (to: number) => {
    const done = to > last;
    rememberView({ tour_step: done ? 0 : Math.max(0, to) });
    if (done) onClose();
    else setStep(Math.max(0, to));
  };
  const keys: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  const press = (event: KeyboardEvent) => {
    const by = keys[event.key];
    // The last step is ended by its button, not by one arrow too many.
    if (by && step + by >= 0 && step + by <= last) go(step + by);
  };
  if (!now) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className={css.tour} aria-labelledby={titleId} onKeyDown={press} onCancel={onClose} data-surface="card">
      <div
        className={css.light}
        data-tour-light
        style={box ? { top: box.top - 4, left: box.left - 4, width: box.width + 8, height: box.height + 8 } : {}}
      />
      <div className={css.card} style={placeOf(box)}>
        <CloseButton className={css.leave} aria-label={t('tour_leave')} onClick={onClose} />
        <div aria-live="polite">
          <p className={css.hint}>{t('tour_step', { step: step + 1, count: steps.length })}</p>
          <h2 id={titleId}>{now.title}</h2>
          <p>{now.text}</p>
          {inMenu ? <p>{t('tour_in_menu')}</p> : null}
        </div>
        <div className={css.steps}>
          {step > 0 ? (
            <Button variant="default" onClick={() => go(step - 1)}>
              {t('tour_back')}
            </Button>
          ) : null}
          <Button onClick={() => go(step + 1)} data-autofocus autoFocus>
            {step === last ? t('tour_done') : t('tour_next')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
