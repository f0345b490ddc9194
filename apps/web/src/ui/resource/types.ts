import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { ReactNode } from 'react';
import type { Losses } from '#ui/confirmDelete.tsx';
import type { Field, Values } from '#ui/form/types.ts';
import type { Column, Filter, GridRow, ListEndpoint, RowAction } from '#ui/grid/types.ts';
import type { RowEndpoint } from '#ui/grid/useNamedRow.ts';

/** A row that knows what the caller may do with it and which version it is. */
export type ResourceRow = GridRow & { version: number; can: { edit: boolean; remove: boolean } };

/**
 * A screen to list, add, change and delete, as data. It has no `render…`, `before…` or `hide…`: a screen that needs one
 * is composed by hand from `ListPage`, `usePanels`, `useRemoval` and panels of its own, and is still short.
 */
export type Resource<Row extends ResourceRow> = {
  /** Key under `bi:page`, such as `page_group_report`. */
  name: string;
  title: string;
  description?: string;
  list: ListEndpoint<Row>;
  /** One row: the address may name one that stands on another page. */
  get: RowEndpoint<Row>;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  actions?: readonly RowAction<Row>[];
  form: {
    addLabel: string;
    editLabel: string;
    fields: (row: Row | null) => readonly Field[];
    values: (row: Row | null) => Values;
    /** Values → body, where they differ, such as an empty field that means null. */
    toBody?: (values: Values, row: Row | null) => Values;
    /** Bodies come from the values; `update` gets the row's id as a parameter and its version in the body. */
    /** What was done, for the message: for null that a row was added. */
    done: (row: Row | null) => string;
    add: Endpoint;
    update: Endpoint;
  };
  remove: { endpoint: Endpoint; nameOf: (row: Row) => string; done: (name: string) => string; losses: (row: Row) => Losses };
  empty: { title: string; text?: string; icon?: ReactNode };
};
