import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Stack } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { add, exportFormats, exportKeptHours, exportPagesLimit, list } from '@vitrine/contract/features/reportExports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPaginated } from '../../../core/embed/embedConfig.ts';
import type { ShownReport } from '../../../core/embed/shownReport.ts';
import { call } from '../../../core/http.ts';
import { useStale } from '../../../core/query.ts';
import { toast } from '../../../core/toast.ts';
import { Dialog } from '../../../core/ui/Dialog.tsx';
import css from './panels.module.css';

type Format = (typeof exportFormats)[number];
type Props = { opened: OpenedReport; shown: () => ShownReport | null; page: string | null; onClose: () => void; onStarted: () => void };

/** Which file, and of what; it is made in the background from exactly what is on the screen. */
export function ExportDialog({ opened, shown, page, onClose, onStarted }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const stale = useStale();
  const [format, setFormat] = useState<Format>('PDF');
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const marked = opened.watermark !== null;
  const start = async () => {
    setAsking(true);
    try {
      const state = (await shown()?.capture()) ?? null;
      await call(add, { params: { id: opened.id }, body: { format, page: all ? null : page, state } });
      await stale(list);
      toast.info(t('export_started'));
      onStarted();
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
            {exportFormats.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`export_${one}`)}
                disabled={marked && one === 'PNG'}
                data-autofocus={one === 'PDF' || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {isPaginated(opened) || page === null ? null : (
          <Radio.Group label={t('export_pages')} value={all ? 'all' : 'one'} onChange={(value) => setAll(value === 'all')}>
            <Stack gap={8} mt={8}>
              <Radio value="one" label={t('export_this_page')} />
              <Radio value="all" label={t('export_all_pages', { limit: exportPagesLimit })} />
            </Stack>
          </Radio.Group>
        )}
        <p className={css.hint}>
          {t('export_hint', { hours: exportKeptHours })}
          {marked ? ` ${t('export_marked')}` : ''}
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
