import { groupIcons } from '#endpoints/reports/reportGroups.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupIcon } from '#ui/icons.tsx';
import css from './iconPicker.module.css';

type Props = { label: string; value: string; onChange: (icon: (typeof groupIcons)[number]) => void };

/** All icons as a group of radio buttons. */
export function IconPicker({ label, value, onChange }: Props) {
  const { t } = useTranslation('reportGroups');
  const id = useId();
  return (
    <fieldset className={css.picker}>
      <legend>{label}</legend>
      <div className={css.icons}>
        {groupIcons.map((icon) => (
          <label key={icon} className={css.icon} title={t(`icon_${icon}`)}>
            <input type="radio" name={id} checked={icon === value} onChange={() => onChange(icon)} />
            <GroupIcon name={icon} size={20} />
            <span className="visually-hidden">{t(`icon_${icon}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
