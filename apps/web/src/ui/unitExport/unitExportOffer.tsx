import { Anchor } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#ui/onDemand.tsx';
import css from './unitExport.module.css';

const UnitExportDialog = onDemand(async () => (await import('./unitExportDialog.tsx')).UnitExportDialog);

/** Where a unit ends: everything of it can be taken away before. */
export function UnitExportOffer({ unit }: { unit: { id: string; name: string } }) {
  const { t } = useTranslation('unitExport');
  const [open, setOpen] = useState(false);
  return (
    <p className={css.offer}>
      {t('offer')}{' '}
      <Anchor component="button" type="button" inherit onClick={() => setOpen(true)}>
        {t('action')}
      </Anchor>
      <Suspense fallback={null}>{open ? <UnitExportDialog unit={unit} onClose={() => setOpen(false)} /> : null}</Suspense>
    </p>
  );
}
