import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import type { ReactNode } from 'react';

type Common = {
  /** The field of the body. */
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** Shows the asterisk; what is required the schema says. */
  required?: boolean;
  disabled?: boolean;
};

export type Option = { value: string; label: string; icon?: ReactNode };

/** A field as data. What a kind cannot express is composed by hand with Mantine's inputs and `useResourceForm`. */
export type Field = Common &
  (
    | { kind: 'text' | 'email' | 'textarea' | 'time' | 'datetime' | 'colour' | 'switch' }
    /** `ends`: something ends on this day, and the usual ends are offered. */
    | { kind: 'date'; ends?: boolean }
    /** Write-only: empty means that what is stored stays. */
    | { kind: 'secret'; stored?: boolean }
    | { kind: 'number'; min?: number; max?: number; suffix?: string; decimals?: number }
    /** `onSearch`: the options are those that the server found for the words. */
    | { kind: 'select'; options: readonly Option[]; clearable?: boolean; searchable?: boolean; onSearch?: (words: string) => void }
    | { kind: 'multiselect'; options: readonly Option[] }
    | { kind: 'tags' }
    /** The value is the id of a file; `address` shows what the row has now. */
    | { kind: 'image'; purpose: PictureKindName; address: string | null }
    /** A choice of few, all visible. */
    | { kind: 'choice'; options: readonly Option[] }
  );

export type Values = Record<string, unknown>;
