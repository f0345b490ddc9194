import type { Client, Situation } from '@vitrine/contract/organisation/clients.ts';
import { missingForContract, setSituation } from '@vitrine/contract/organisation/clients.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import dialog from '#ui/confirmDelete.module.css';
import { Dialog } from '#ui/dialog.tsx';
import { useClientLabels } from './clientFields.tsx';
import css from './clients.module.css';

type Props = {
  client: Client;
  situation: Situation;
  onMoved: () => void;
  /** Leads to the fields that are still empty. */
  onMissing: () => void;
  onClose: () => void;
};

/** Asks before a client is moved on, and says what a contract still needs. */
export function SituationDialog({ client, situation, onMoved, onMissing, onClose }: Props) {
  const { t } = useTranslation('clients');
  const labels = useClientLabels(client.kind);
  const missing = situation === 'active' ? missingForContract(client) : [];
  if (situation === 'prospect') return null;
  if (missing.length > 0)
    return (
      <Dialog title={t('missing_title')} onClose={onClose}>
        <div className={dialog.form}>
          <p>{t('missing_text')}</p>
          <ul className={css.missing}>
            {missing.map((field) => (
              <li key={field}>{labels[field]}</li>
            ))}
          </ul>
          <div className={dialog.buttons}>
            <Button
              data-autofocus
              onClick={() => {
                onClose();
                onMissing();
              }}
            >
              {t('missing_fill')}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={t(`to_${situation}_title`, { name: client.name })}
      text={t(`to_${situation}_sure`)}
      confirm={t(`to_${situation}_yes`)}
      danger={situation === 'ended'}
      onClose={onClose}
      onConfirm={async () => {
        await call(setSituation, { params: { id: client.id }, body: { situation, version: client.version } });
        toast.success(t(`now_${situation}`, { name: client.name }));
        onMoved();
      }}
    />
  );
}
