/** How an item of a list is moved with the keyboard. Each key counts at once: none is lost, however fast they follow. */
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export type Orderable = { id: string; label: string };

/** The list with one of its items at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

/** How far an arrow moves an item: to its neighbour, or by a row where the list has columns. */
export function stepOf(key: string, columns: number): number | undefined {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
}

const columnsOf = (element: Element): number => {
  const list = element.closest('ul');
  return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1;
};

/** Space or Enter takes an item up and puts it down, arrows move it, Esc or leaving it takes it back; every step is said. */
export function useKeyboardOrder<Item extends Orderable>(items: readonly Item[], onOrder: (items: Item[]) => void) {
  const { t } = useTranslation('ui');
  const [taken, setTaken] = useState<{ id: string; at: number } | null>(null);
  const [said, setSaid] = useState('');
  const from = items.findIndex(({ id }) => id === taken?.id);
  const shown = taken && from >= 0 ? moved(items, from, taken.at) : items;

  const place = ({ id, label }: Item, at: number) => {
    setTaken({ id, at });
    setSaid(t('move_over', { name: label, position: at + 1, total: items.length }));
  };
  const putDown = ({ label }: Item, at: number) => {
    setTaken(null);
    setSaid(t('move_dropped', { name: label, position: at + 1 }));
    if (at !== from) onOrder([...shown]);
  };
  const takeBack = ({ label }: Item) => {
    setTaken(null);
    setSaid(t('move_cancelled', { name: label }));
  };

  const onKeyDown = (item: Item, event: KeyboardEvent) => {
    const at = shown.indexOf(item);
    const isTaken = taken?.id === item.id;
    const step = stepOf(event.key, columnsOf(event.currentTarget));
    if (event.key === ' ' || event.key === 'Enter') {
      if (isTaken) putDown(item, at);
      else place(item, at);
    } else if (isTaken && event.key === 'Escape') takeBack(item);
    else if (isTaken && step !== undefined) {
      if (at + step in shown) place(item, at + step);
    } else return;
    event.preventDefault();
  };

  return {
    /** The items in the order in which they stand while one of them is moved. */
    shown,
    /** For screen readers. */
    said,
    isTaken: ({ id }: Item) => taken?.id === id,
    onKeyDown,
    onLeave: (item: Item) => {
      if (taken?.id === item.id) takeBack(item);
    },
  };
}
