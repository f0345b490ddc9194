/** How long jobs take by the service's clock, unless something holds them up. */
export type Durations = { refresh_ms: number; export_ms: number; import_ms: number; assignment_ms: number; scan_ms: number };
