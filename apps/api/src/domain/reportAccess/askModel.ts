/** Questions to the model behind a report. Nobody waits for long: what is not answered in time is null, and said so. */
import { Failure } from '#platform/http/fail.ts';
import type { Asking, ReportToAsk } from './askService.ts';
import { inTime } from './askService.ts';

export async function askModel<T>({ log }: Pick<Asking, 'log'>, report: ReportToAsk, question: Promise<T>): Promise<T | null> {
  try {
    return await inTime(question);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.info({ err: error, report_id: report.id }, 'the reporting service answered nothing about a model');
    return null;
  }
}
