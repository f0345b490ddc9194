import { useTranslation } from 'react-i18next';
import { menuOf } from '#platform/access.ts';
import { Dialog } from '#ui/dialog.tsx';
import { goKeys } from './goKeys.ts';
import css from './shortcutsDialog.module.css';
import { useScreenTitle } from './screenTitle.ts';
import { useViewer } from './viewer.ts';

const keys = [
  ['Ctrl K', 'shortcut_palette'],
  ['/', 'shortcut_search'],
  ['j k', 'shortcut_walk'],
  ['Enter', 'shortcut_open'],
  ['x', 'shortcut_select'],
  ['e', 'shortcut_edit'],
  ['n', 'shortcut_new'],
  ['f', 'shortcut_full_screen'],
  ['?', 'shortcut_list'],
] as const;

/** All keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const title = useScreenTitle();
  const targets = menuOf(useViewer()).flatMap(({ name }) => (goKeys[name] ? [{ name, letter: goKeys[name] }] : []));
  return (
    <Dialog title={t('shortcuts')} width="30dvw" onClose={onClose}>
      <dl className={css.list}>
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>{t(label)}</dt>
            <dd>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={css.heading}>{t('shortcut_go')}</h3>
      <dl className={css.list}>
        {targets.map(({ name, letter }) => (
          <div key={name}>
            <dt>{title(name)}</dt>
            <dd>
              <kbd>g</kbd>
              <span>{t('then')}</span>
              <kbd>{letter}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
