/** An empty file to fill in: the columns that the import knows, in the person's language, and the unit's own. */
import type { Download, ExportFormat } from '@vitrine/contract/download.ts';
import { importFields } from '@vitrine/contract/people/userImport.ts';
import type { Context } from '#domain/serving/context.ts';
import { fieldRules } from '#domain/people/customFields.ts';
import { answerExport, inBatches } from '#platform/http/exportList.ts';
import { translate } from '#platform/translate.ts';

export async function importTemplate(ctx: Context, format: ExportFormat): Promise<Download> {
  const { locale } = ctx.request;
  const own = (await ctx.run(fieldRules)).map(({ name }) => name);
  const headers = [...importFields.map((field) => translate(locale, `users:${field}`)), ...own];
  const columns = headers.map((header, index) => ({ key: String(index), header, cell: () => '' }));
  const noRows = inBatches<never>(() => Promise.resolve([]));
  return answerExport({ format, name: translate(locale, 'users:template_name') }, columns, noRows);
}
