/** A receipt to take away: who, why and how, and every line of what was opened and changed. */
import { changesOf } from '@vitrine/contract/audit/changes.ts';
import type { Download, ExportFormat } from '@vitrine/contract/download.ts';
import type { RemoteAccess, RemoteEvent } from '@vitrine/contract/signIn/remoteAccess.ts';
import type { Context } from '#domain/serving/context.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport } from '#platform/http/exportList.ts';
import { knownSentence, translate, translateCode } from '#platform/translate.ts';
import { eventsOf } from './receipts.ts';

type Line = Pick<RemoteEvent, 'at' | 'action' | 'object_type' | 'object_id' | 'title' | 'before' | 'after'>;

/** What was done, in words: a screen, a report, or the action of the log with its object. */
function saidOf({ request: { locale } }: Context, { action, object_type, object_id, title }: Line): string {
  if (action === 'screen')
    return translate(locale, 'remoteAccess:saw_screen', { screen: knownSentence(locale, `shell:screen_${object_id}`) ?? object_id ?? '–' });
  if (action === 'report') return translate(locale, 'remoteAccess:read_report', { title: title ?? '–' });
  const did = translateCode(locale, 'audit:did_', action.split('.').at(-1) ?? '');
  return `${did}: ${translateCode(locale, 'audit:object_', object_type)}`;
}

/** `Nome: Norte → Sul`, a line for each field. */
function changesIn({ request: { locale }, actor }: Context, line: Line): string {
  const changes = changesOf(line, {
    word: (key) => knownSentence(locale, `auditWords:${key}`),
    name: () => null,
    screen: (name) => knownSentence(locale, `shell:screen_${name}`),
    locale,
    timezone: actor.timezone,
  });
  const empty = translate(locale, 'audit:nothing');
  return changes.map(({ field, before, after }) => `${field}: ${before ?? empty} → ${after ?? empty}`).join('\n');
}

function columnsOf(ctx: Context, access: RemoteAccess): ExportColumn<Line>[] {
  const { locale } = ctx.request;
  const word = (key: string) => translate(locale, `remoteAccess:${key}`);
  const { asker_name, person_name, reason, mode, consent } = access;
  return [
    { key: 'at', header: translate(locale, 'audit:at'), cell: ({ at }) => at },
    { key: 'asker', header: word('by_whom'), cell: () => asker_name },
    { key: 'person', header: word('for_whom'), cell: () => person_name },
    { key: 'reason', header: word('reason'), cell: () => reason },
    { key: 'mode', header: word('mode'), cell: () => (mode ? word(`mode_${mode}`) : '') },
    { key: 'consent', header: word('consent'), cell: () => (consent ? word(`consent_${consent}`) : '') },
    { key: 'done', header: word('done'), cell: (line) => saidOf(ctx, line) },
    {
      key: 'object_id',
      header: translate(locale, 'audit:object_id'),
      cell: ({ action, object_id }) => (action === 'screen' ? '' : (object_id ?? '')),
    },
    { key: 'changes', header: translate(locale, 'audit:changes'), cell: (line) => changesIn(ctx, line) },
  ];
}

export async function exportReceipt(ctx: Context, id: string, { format }: { format: ExportFormat }): Promise<Download> {
  const { access, events } = await eventsOf(ctx, id);
  async function* rows(): AsyncGenerator<readonly Line[]> {
    yield events;
  }
  return answerExport({ format, name: translate(ctx.request.locale, 'remoteAccess:receipt_file') }, columnsOf(ctx, access), rows());
}
