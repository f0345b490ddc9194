import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { z } from 'zod';
import type { ReactNode } from 'react';

/** What every listed row has. */
export type GridRow = { id: string };

export type Column<Row> = {
  /** A field of the row. */
  key: string;
  header: string;
  /** Without it the field's value as text. */
  cell?: (row: Row) => ReactNode;
  /** The contract's word to sort by, where it differs from nothing: columns without one cannot be sorted. */
  sort?: string;
  /** Numbers stand at the end, in tabular figures. */
  align?: 'end';
  width?: number;
  /** Shown only when somebody asks for it in the column menu. */
  hidden?: boolean;
  /** False for a column that exports do not have. */
  exported?: boolean;
};

export type RowAction<Row> = {
  key: string;
  label: string;
  /** What it does, in one line, where the label alone does not say it. */
  text?: string;
  icon: ReactNode;
  run: (row: Row) => void;
  /** Only for rows where this is true; without it for all. */
  when?: (row: Row) => boolean;
  danger?: boolean;
  /** A single key that acts on the row that is in focus. */
  shortcut?: string;
};

/** The chosen rows: by id, or everything that the list's search and filters find; `keep` what is left once they are dealt with. */
export type Selection = { ids: string[]; all: boolean; clear: () => void; keep: (ids: string[]) => void };

/** The first four are buttons, the others entries of a menu, where `text` says what they do. */
export type BulkAction = {
  key: string;
  label: string;
  text?: string;
  icon?: ReactNode;
  danger?: boolean;
  run: (selection: Selection) => void;
};

/** The export of the list, an endpoint whose query is an `exportQuery`, and what it is asked besides the list's state. */
export type Exporting = { endpoint: Endpoint; params?: Record<string, string>; fixed?: Record<string, string> };

/** A chip over the list; its key is a field of the list's query. */
export type Filter = { key: string; label: string; options: { value: string; label: string }[] };

export type ListMeta = { page: number; per_page: number; total: number; total_is_capped: boolean; next?: string | null | undefined };

/** `can` is answered by lists that somebody adds to. */
export type ListAnswer<Row, Can extends MayAdd = MayAdd> = { data: Row[]; meta: ListMeta; can?: Can | undefined };

export type MayAdd = { add: boolean };

/** An endpoint of the contract that answers a list. */
export type ListEndpoint<Row, Can extends MayAdd = MayAdd> = Omit<Endpoint, 'answer'> & { answer: z.ZodType<ListAnswer<Row, Can>> };
