import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Stack } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { ExportFormat } from '@vitrine/contract/reading/reportExports.ts';
import { add, exportFormatsOf, exportKeptHours, exportPagesLimit, list, markableFormats } from '#endpoints/reading/reportExports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from '../panels.module.css';

type Props = { opened: OpenedReport; shown: () => EmbeddedReport | null; page: string | null; onClose: () => void };

/** Format and pages of an export, which is made in the background from the current state. */
export function ExportDialog({ opened, shown, page, onClose }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const stale = useStale();
  const [format, setFormat] = useState<ExportFormat>('PDF');
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const marked = opened.watermark !== null;
  const paginated = opened.kind === 'paginated';
  const start = async () => {
    setAsking(true);
    try {
      const state = (await shown()?.capture()) ?? null;
      await call(add, { params: { id: opened.id }, body: { format, page: all ? null : page, state } });
      await stale(list);
      onClose();
    } catch (error) {
      toast.failure(error);
      setAsking(false);
    }
  };
  return (
    <Dialog title={t('export')} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Radio.Group label={t('export_format')} value={format} onChange={(value) => setFormat(value)}>
          <Stack gap={8} mt={8}>
            {exportFormatsOf[opened.kind].map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`export_${one}`)}
                disabled={marked && !markableFormats.includes(one)}
                data-autofocus={one === 'PDF' || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {paginated || page === null ? null : (
          <Radio.Group label={t('export_pages')} value={all ? 'all' : 'one'} onChange={(value) => setAll(value === 'all')}>
            <Stack gap={8} mt={8}>
              <Radio value="one" label={t('export_this_page')} />
              <Radio value="all" label={t('export_all_pages', { limit: exportPagesLimit })} />
            </Stack>
          </Radio.Group>
        )}
        <p className={css.hint}>
          {t(paginated ? 'export_paginated_hint' : 'export_hint', { hours: exportKeptHours })}
          {marked ? ` ${t(paginated ? 'export_paginated_marked' : 'export_marked')}` : ''}
        </p>
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={asking}>
            {t('export_start')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
