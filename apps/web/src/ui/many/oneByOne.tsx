import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './oneByOne.module.css';
import type { Item, Outcome } from './useOneByOne.ts';
import { useOneByOne } from './useOneByOne.ts';

type Props = {
  title: string;
  items: readonly Item[];
  work: (id: string) => Promise<boolean>;
  /** How many were changed, in a sentence. */
  told: (done: number) => string;
  /** Keeps `undone` selected: what was refused, as far as it is still there, and what was not begun. */
  onEnd: (undone: string[]) => void;
  onClose: () => void;
};

/** What may be tried again. */
const undoneOf = ({ refused, open }: Outcome): string[] => [...refused.filter(({ gone }) => !gone), ...open].map(({ id }) => id);

/** What was stopped is told beside what was done. */
function useSentences(told: Props['told']) {
  const { t } = useTranslation('ui');
  return ({ done, left, open }: Outcome): string =>
    [
      told(done),
      ...(left > 0 ? [t('many_left', { count: left })] : []),
      ...(open.length > 0 ? [t('many_open', { count: open.length })] : []),
    ].join(' ');
}

/** Where something is done to many, one after the other: how far it is, a way to stop, and at the end what was refused and why. */
export function OneByOne({ title, items, work, told, onEnd, onClose }: Props) {
  const { t } = useTranslation('ui');
  const sentence = useSentences(told);
  const [stopping, setStopping] = useState(false);
  const { outcome, running, stop } = useOneByOne({
    items,
    work,
    onEnd: (ended) => {
      onEnd(undoneOf(ended));
      if (ended.refused.length > 0 || ended.open.length > 0) return;
      toast.success(sentence(ended));
      onClose();
    },
  });
  const { refused, open } = outcome;
  const begun = items.length - open.length;
  const halt = () => {
    stop();
    setStopping(true);
  };
  return (
    <Dialog title={title} width="30dvw" onClose={running ? halt : onClose}>
      <div className={css.part}>
        {running ? (
          <>
            <p role="status">{t('many_progress', { done: formatNumber(begun), total: formatNumber(items.length) })}</p>
            <progress max={items.length} value={begun} aria-label={title} />
          </>
        ) : (
          <p role="status">{sentence(outcome)}</p>
        )}
        {refused.length > 0 ? (
          <>
            <p>{t('many_refused', { count: refused.length })}</p>
            <ul className={css.refused}>
              {refused.map(({ id, name, why }) => (
                <li key={id}>
                  <strong>{name}</strong>
                  <span className={css.dim}>{why}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {running || undoneOf(outcome).length === 0 ? null : <p className={css.dim}>{t('many_selected')}</p>}
        <div className={css.buttons}>
          {running ? (
            <Button variant="default" disabled={stopping} onClick={halt}>
              {t(stopping ? 'many_stopping' : 'many_stop')}
            </Button>
          ) : (
            <Button key="close" ref={(button) => button?.focus()} onClick={onClose}>
              {t('many_close')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
