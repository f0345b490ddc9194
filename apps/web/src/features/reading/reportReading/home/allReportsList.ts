/** Name and filters of the list of all reports, also for whoever asks for it before it is drawn. */
export const allReportsList = ['page_all_reports', ['group_id', 'certified', 'favourite']] as const;
