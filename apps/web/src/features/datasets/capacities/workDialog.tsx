import { Button, Checkbox, Select } from '@mantine/core';
import type { CapacityDetail, WorkKind } from '@vitrine/contract/datasets/capacities.ts';
import { work } from '#endpoints/datasets/capacities.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDollars } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';

type Props = { capacity: CapacityDetail; kind: WorkKind; onDone: () => void; onClose: () => void };

/** What the act costs or spares, before somebody says yes. */
function usePriceHint({ capacity, kind, sku }: { capacity: CapacityDetail; kind: WorkKind; sku: string }): string {
  const { t } = useTranslation('capacities');
  const cents = kind === 'scale' ? capacity.sizes.find((size) => size.sku === sku)?.cents_per_hour : capacity.cents_per_hour;
  if (cents === null || cents === undefined) return t('price_unknown');
  const price = formatDollars(cents);
  if (kind === 'pause') return t('pause_price', { price });
  return t(kind === 'resume' ? 'resume_price' : 'scale_price', { price });
}

/** Asks before a capacity is resumed, paused or given another size: all of them change what is paid. */
export function WorkDialog({ capacity, kind, onDone, onClose }: Props) {
  const { t } = useTranslation(['capacities', 'ui']);
  const [sku, setSku] = useState(capacity.sku);
  const [force, setForce] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const hint = usePriceHint({ capacity, kind, sku });
  const { id, name } = capacity;
  const ask = async () => {
    setAsking(true);
    try {
      await call(work, { params: { id }, body: { kind, sku: kind === 'scale' ? sku : null, force } });
      toast.success(t(`asked_${kind}`, { name }));
      onDone();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).message);
      setAsking(false);
    }
  };
  const sizes = capacity.sizes.map((size) => ({
    value: size.sku,
    label: size.cents_per_hour === null ? size.sku : t('size_price', { size: size.sku, price: formatDollars(size.cents_per_hour) }),
  }));
  return (
    <Dialog title={t(`${kind}_question`, { name })} onClose={onClose}>
      <form
        className={panel.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <p>{t(`${kind}_text`)}</p>
        {kind === 'scale' ? (
          <Select
            label={t('new_size')}
            data={sizes}
            value={sku}
            allowDeselect={false}
            data-autofocus
            onChange={(value) => setSku(value ?? capacity.sku)}
          />
        ) : null}
        <p className={panel.note}>{hint}</p>
        {kind === 'pause' ? (
          <Checkbox
            label={t('force')}
            description={t('force_hint')}
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        ) : null}
        {refusal === null ? null : (
          <p className={panel.note} data-warning role="alert">
            {refusal}
          </p>
        )}
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={asking} disabled={kind === 'scale' && sku === capacity.sku} data-autofocus={kind !== 'scale'}>
            {t(kind)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
