import css from './dataGrid.module.css';

type Props = { label: string; checked: boolean; partly?: boolean; disabled?: boolean; onChange: () => void };

/** The browser's own checkbox: a list has many, and they need no more than to be ticked. Its cell ticks it too. */
export function Check({ label, checked, partly = false, disabled = false, onChange }: Props) {
  return (
    <label className={css.checkTarget}>
      <input
        type="checkbox"
        className={css.checkbox}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
      />
    </label>
  );
}
