import type { CustomValue } from '@vitrine/contract/people/customFields.ts';
import type { InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { currentLocale } from '#platform/locale.ts';
import { readDate, readNumber } from '#ui/form/dates/typed.ts';
import { useTyped } from '#ui/form/dates/useTyped.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  type: string;
  value: CustomValue;
  onChange: (value: CustomValue) => void;
};

const unchanged = (text: string): string => text;
const readAsText = (text: string): string | null => {
  const number = readNumber(text, currentLocale());
  return number === null ? null : formatNumber(number, { maximumFractionDigits: 6 });
};
const kinds: Record<string, { read: (text: string) => string | null; show: (value: string) => string }> = {
  date: { read: readDate, show: formatDate },
  number: { read: readAsText, show: unchanged },
};

/** A text, a day DD/MM/YYYY or a number as the language writes it, without the weight of the portal's fields. */
export function TypedInput({ type, value, onChange, ...input }: Props) {
  const { t } = useTranslation('registration');
  const { read, show } = kinds[type] ?? { read: unchanged, show: unchanged };
  const typed = useTyped({
    value: typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 6 }) : String(value ?? ''),
    onChange: (text) => onChange(text === '' ? null : type === 'number' ? (readNumber(text, currentLocale()) ?? text) : text),
    read,
    show,
  });
  return (
    <input
      {...input}
      type="text"
      inputMode={type === 'number' ? 'decimal' : 'text'}
      maxLength={255}
      placeholder={type === 'date' ? t('date_placeholder') : undefined}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}
