/** A file that was handed in, and what became of it. */
export type ImportRecord = {
  id: string;
  workspace_id: string;
  name: string;
  created_at_ms: number;
  /** Set when the work is done. */
  result?: { datasets: { id: string; name: string }[]; reports: { id: string; name: string }[] };
  failure?: { code: string; message: string };
};
