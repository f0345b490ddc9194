import type { Announcements, DragEndEvent } from '@dnd-kit/core';
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Orderable } from './useKeyboardOrder.ts';
import { moved, useKeyboardOrder } from './useKeyboardOrder.ts';
import css from './sortableList.module.css';

type Props<Row extends Orderable> = {
  label: string;
  items: readonly Row[];
  /** The whole list in its new order. */
  onOrder: (items: Row[]) => void;
  renderItem: (item: Row) => ReactNode;
  /** `grid` lets the items flow in columns of at least 240 px. */
  layout?: 'list' | 'grid';
};

type ItemProps = {
  item: Orderable;
  /** Taken up with the keyboard. */
  isTaken: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  children: ReactNode;
};

function SortableItem({ item, isTaken, onKeyDown, onBlur, children }: ItemProps) {
  const { t } = useTranslation('ui');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      className={css.item}
      data-dragging={isDragging || isTaken || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className={css.handle}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        aria-label={t('move_item', { name: item.label })}
      >
        <IconGripVertical size={16} aria-hidden="true" />
      </button>
      <div className={css.content}>{children}</div>
    </li>
  );
}

/**
 * A list that people put in order: by the handle with mouse or finger, or with the keyboard (space takes an item up,
 * arrows move it, space puts it down, Esc takes it back). Every step is said to screen readers.
 */
export function SortableList<Row extends Orderable>({ label, items, onOrder, renderItem, layout = 'list' }: Props<Row>) {
  const { t } = useTranslation('ui');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const keyboard = useKeyboardOrder(items, onOrder);
  const nameOf = (id: string | number) => items.find((item) => item.id === id)?.label ?? '';
  const placeOf = (id: string | number) => items.findIndex((item) => item.id === id) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('move_taken', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('move_over', { name: nameOf(active.id), position: placeOf(over.id), total: items.length }) : undefined,
    onDragEnd: ({ active, over }) => t('move_dropped', { name: nameOf(active.id), position: placeOf(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('move_cancelled', { name: nameOf(active.id) }),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    onOrder(moved(items, placeOf(active.id) - 1, placeOf(over.id) - 1));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('move_instructions') } }}
    >
      <SortableContext items={keyboard.shown.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className={css.list} data-layout={layout} aria-label={label}>
          {keyboard.shown.map((item) => (
            <SortableItem
              key={item.id}
              item={item}
              isTaken={keyboard.isTaken(item)}
              onKeyDown={(event) => keyboard.onKeyDown(item, event)}
              onBlur={() => keyboard.onLeave(item)}
            >
              {renderItem(item)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
      <div className={css.said} role="status" aria-live="assertive">
        {keyboard.said}
      </div>
    </DndContext>
  );
}
