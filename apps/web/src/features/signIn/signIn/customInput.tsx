import type { CustomValue, CustomValues } from '@vitrine/contract/people/customFields.ts';
import { useId } from 'react';
import css from './form.module.css';
import { TypedInput } from './typedInput.tsx';

type AskedField = { id: string; name: string; type: string; options: string[]; required: boolean };

type Props = { field: AskedField; values: CustomValues; error?: string | undefined; onChange: (value: CustomValue) => void };

/** Some of a few options, each with its box. */
function Choices({ field, values, error, onChange }: Props) {
  const id = useId();
  const single = field.type === 'radio';
  const value = values[field.id];
  const chosen = Array.isArray(value) ? value : value === undefined || value === null ? [] : [String(value)];
  const choose = (option: string, on: boolean) => {
    if (single) onChange(option);
    else onChange(on ? [...chosen, option] : chosen.filter((each) => each !== option));
  };
  return (
    <fieldset className={css.choicesField} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{field.name}</legend>
      {field.options.map((option) => (
        <label key={option} className={css.check}>
          <input
            type={single ? 'radio' : 'checkbox'}
            name={field.id}
            checked={chosen.includes(option)}
            onChange={(event) => choose(option, event.currentTarget.checked)}
          />
          <span>{option}</span>
        </label>
      ))}
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The input of a custom field, by its type. */
export function CustomInput(props: Props) {
  const { field, values, error, onChange } = props;
  const id = useId();
  if (field.type === 'radio' || field.type === 'checkbox') return <Choices {...props} />;
  const value = values[field.id];
  const shared = {
    id,
    className: css.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  return (
    <div className={css.field}>
      <label htmlFor={id}>{field.name}</label>
      {field.type === 'select' ? (
        <select {...shared} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value || null)}>
          <option value="" />
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <TypedInput {...shared} type={field.type} value={value ?? ''} onChange={onChange} />
      )}
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
