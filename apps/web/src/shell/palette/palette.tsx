import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '#platform/formats.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { MenuIcon } from '#ui/icons.tsx';
import { intoView } from '#ui/intoView.ts';
import { useEscape } from '#ui/useEscape.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import css from './palette.module.css';
import type { PaletteGroup, PaletteItem } from './paletteItems.ts';
import { groupItems, withRecent } from './paletteItems.ts';
import { useFound } from './useFound.ts';
import { usePaletteItems } from './usePaletteItems.ts';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type ListProps = {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  optionId: (item: PaletteItem) => string;
  onChoose: (item: PaletteItem) => void;
};

function PaletteList({ id, groups, active, optionId, onChoose }: ListProps) {
  const { t } = useTranslation('shell');
  const activeId = active ? optionId(active) : '';
  useLayoutEffect(() => intoView(document.getElementById(activeId)), [activeId]);
  return (
    <div id={id} role="listbox" aria-label={t('search_or_run')} className={css.list}>
      {groups.map(({ group, members }) => (
        <div key={group} role="group" aria-label={group}>
          <p className={css.heading} aria-hidden="true">
            {group}
          </p>
          {members.map((item) => (
            // The keyboard is read in the field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              aria-selected={item.id === active?.id}
              className={css.option}
              onClick={() => onChoose(item)}
            >
              <MenuIcon name={item.icon} />
              <span className={css.label}>{item.label}</span>
              {item.detail ? <span className={css.detail}>{item.detail}</span> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/**
 * Ctrl K: reports, their pages, people, screens and actions, found without regard to accents. It is part of the first program and
 * stands before the next key is pressed, so that none is lost.
 */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  /** Enter came before the server's answer. */
  const [entered, setEntered] = useState(false);
  useFocusBack();
  useEscape(onClose);
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const items = usePaletteItems(onShortcuts, words.trim() !== '');
  const found = useFound(words);
  const recent = storage.read('bi:view')?.recent ?? [];
  const groups = groupItems([...found.items, ...items], words, recent, t('palette_recent'));
  const shown = groups.flatMap(({ members }) => members);
  const active = shown.find((item) => item.id === chosen) ?? shown[0];
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;

  const choose = (item: PaletteItem) => {
    rememberView({ recent: withRecent(recent, item.id) });
    onClose();
    item.run();
  };
  /** What begins with the words is what was meant; for anything else the answer is waited for. */
  const enter = () => {
    if (active && (!found.pending || (!active.found && plain(active.label).startsWith(plain(words.trim()))))) choose(active);
    else setEntered(true);
  };
  const due = entered && !found.pending ? active : undefined;
  const chooseDue = useRef(choose);
  useEffect(() => {
    chooseDue.current = choose;
  });
  useEffect(() => {
    if (due) chooseDue.current(due);
  }, [due]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      const at = shown.findIndex((item) => item.id === active?.id);
      setChosen(shown[(at + step + shown.length) % shown.length]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    }
  };
  return (
    // A press beside the box closes; the keyboard has Escape and the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog}
      data-surface="card"
      aria-label={t('search_or_run')}
      onCancel={(event) => event.preventDefault()}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={css.field}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? optionId(active) : undefined}
          aria-label={t('search_or_run')}
          placeholder={t('search_or_run')}
          autoComplete="off"
          spellCheck={false}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setChosen(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={css.close} onClick={onClose}>
          {t('common:close')}
        </button>
      </div>
      <PaletteList id={`${id}-list`} groups={groups} active={active} optionId={optionId} onChoose={choose} />
      {groups.length === 0 ? (
        <p className={css.empty} role="status">
          {t(found.pending ? 'palette_searching' : 'palette_nothing')}
        </p>
      ) : null}
    </dialog>
  );
}
