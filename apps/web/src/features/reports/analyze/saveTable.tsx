import { Button } from '@mantine/core';
import { exportAnalyze } from '#endpoints/reports/analyze.ts';
import type { AnalyzeTable } from '@vitrine/contract/reports/analyze.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';

export type Chosen = { period: '7' | '30' | '90' | '365'; unit_id?: string };

/** The numbers of one chart or table as a file. */
export function SaveTable({ table, name, chosen }: { table: AnalyzeTable; name: string; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(exportAnalyze, { query: { ...chosen, table, format: 'csv' } });
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      leftSection={<IconDownload size={16} />}
      aria-label={t('save_csv_of', { name })}
      onClick={() => void save()}
    >
      {t('save_csv')}
    </Button>
  );
}
