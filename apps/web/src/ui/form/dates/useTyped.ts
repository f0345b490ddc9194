import { useState } from 'react';

type Typed = {
  value: string;
  onChange: (value: string) => void;
  /** What was typed in the form of the wire, or null. */
  read: (text: string) => string | null;
  /** A value as it is read. */
  show: (value: string) => string;
};

/**
 * The text of a field that understands several ways of writing: what is typed while it has the focus, afterwards the value.
 * What it does not understand stays as it is and is handed on, so that nothing is lost and the schema refuses it.
 */
export function useTyped({ value, onChange, read, show }: Typed) {
  const [text, setText] = useState<string | null>(null);
  const known = value !== '' && read(value) !== null;
  return {
    text: text ?? (known ? show(value) : value),
    type: (typed: string) => {
      setText(typed);
      onChange(typed.trim() === '' ? '' : (read(typed) ?? typed));
    },
    leave: () => setText(null),
    /** It has been left with something that is not understood. */
    unclear: text === null && value !== '' && !known,
  };
}
