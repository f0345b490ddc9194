import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportFormats } from '#endpoints/download.ts';
import type { ExportFormat } from '@vitrine/contract/download.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#platform/savedFile.ts';
import type { ListView } from '#platform/listView.ts';
import { toast } from '#platform/toast.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import type { Exporting } from './types.ts';

type Props = { exporting: Exporting; view: ListView; columns: readonly string[] };

/** What the list shows, on all its pages, as a file. */
export function ExportButton({ exporting: { endpoint, params = {}, fixed = {} }, view, columns }: Props) {
  const { t } = useTranslation('ui');
  const [busy, setBusy] = useState(false);

  const save = async (format: ExportFormat) => {
    const { sort, q, filters } = view.state;
    setBusy(true);
    try {
      await saveFile(endpoint, {
        params,
        query: { ...(sort ? { sort } : {}), ...(q ? { q } : {}), ...filters, ...fixed, format, columns: columns.join(',') },
      });
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <MenuButton
      label={t('export')}
      entries={[
        { heading: t('export_hint') },
        ...exportFormats.map((format) => ({ label: t(`export_${format}`), run: () => void save(format) })),
      ]}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" size="lg" aria-label={t('export')} title={t('export')} loading={busy}>
          <IconDownload size={18} />
        </ActionIcon>
      )}
    />
  );
}
