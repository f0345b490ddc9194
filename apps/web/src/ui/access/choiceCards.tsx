import { useId } from 'react';
import css from './rows.module.css';
import texts from './texts.module.css';

type Choice<Value extends string> = { value: Value; title: string; text: string };

type Props<Value extends string> = { label: string; choices: readonly Choice<Value>[]; value: Value; onChange: (value: Value) => void };

/** One of a few, each with a sentence about what it does. */
export function ChoiceCards<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div className={css.cards} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={css.card} data-chosen={value === choice.value || undefined}>
          <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
          <span className={texts.name}>{choice.title}</span>
          <span className={texts.detail}>{choice.text}</span>
        </label>
      ))}
    </div>
  );
}
