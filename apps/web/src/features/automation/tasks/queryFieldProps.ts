/** What the two fields have in common in which a query is typed: the editor, and the plain one where it does not come. */
import type { ReactNode } from 'react';

export type QueryFieldProps = { value: string; error: ReactNode; report_id: string | null; onChange: (value: string) => void };

export const exampleQuery = 'EVALUATE ROW("total", [Total])';
