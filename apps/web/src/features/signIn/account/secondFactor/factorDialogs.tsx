import { Button, TextInput } from '@mantine/core';
import { appConfirm, appStart, emailConfirm, emailStart, passkeyAdd, passkeyStart } from '#endpoints/signIn/account.ts';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { deviceName, isTurnedAway, makePasskey } from '#platform/passkeys.ts';
import { copyText, toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { QrCode } from '#ui/secondFactor/qrCode.tsx';
import { RecoveryCodes } from '#ui/secondFactor/recoveryCodes.tsx';
import css from '../account.module.css';
import type { Confirmed } from '../confirm.tsx';
import { GivenUp } from '../confirm.tsx';

export type FactorDialogProps = {
  confirmed: Confirmed;
  onDone: (recovery_codes: string[]) => void;
  onClose: () => void;
};

/** A form with one field that confirms a new factor; refusals are shown at the field. */
function ProofForm({
  label,
  submit,
  children,
  initial = '',
  code = true,
}: {
  label: string;
  submit: (value: string) => Promise<void>;
  children?: ReactNode;
  initial?: string;
  code?: boolean;
}) {
  const { t } = useTranslation('secondFactor');
  const [value, setValue] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || value.trim() === '') return;
    setBusy(true);
    try {
      await submit(value.trim());
    } catch (refused) {
      setBusy(false);
      if (isTurnedAway(refused) || refused instanceof GivenUp) return;
      const { fields, word, message } = failureOf(refused);
      const said = Object.values(fields)[0] ?? (word === 'passkey_refused' ? message : null);
      setError(said);
      if (!said) toast.failure(refused);
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      {children}
      <TextInput
        label={label}
        value={value}
        maxLength={120}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={error}
        {...(code ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code' } : {})}
        data-autofocus
      />
      <div className={css.buttons}>
        <Button type="submit" loading={busy}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Scan the QR code, then confirm by the first code. */
export function AppDialog({ app, confirmed, onDone, onClose }: FactorDialogProps & { app: { secret: string; uri: string } }) {
  const { t } = useTranslation('secondFactor');
  return (
    <Dialog title={t('setup_app')} onClose={onClose}>
      <ProofForm
        label={t('app_code')}
        submit={async (code) => onDone((await confirmed(() => call(appConfirm, { body: { code } }))).recovery_codes)}
      >
        <p>{t('app_scan')}</p>
        <div className={css.qr}>
          <QrCode text={app.uri} label={t('qr_label')} />
        </div>
        <details>
          <summary>{t('app_manual')}</summary>
          <p className={css.secret}>{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <Button size="compact-sm" variant="default" onClick={() => void copyText(app.secret)}>
            {t('copy')}
          </Button>
        </details>
      </ProofForm>
    </Dialog>
  );
}

/** The mailed code confirms the address. */
export function EmailDialog({ confirmed, onDone, onClose }: FactorDialogProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <Dialog title={t('setup_email')} onClose={onClose}>
      <ProofForm
        label={t('code')}
        submit={async (code) => onDone((await confirmed(() => call(emailConfirm, { body: { code } }))).recovery_codes)}
      >
        <p>{t('email_sent')}</p>
      </ProofForm>
    </Dialog>
  );
}

/** A name, then the browser's dialog. */
export function PasskeyDialog({ confirmed, onDone, onClose }: FactorDialogProps) {
  const { t } = useTranslation('secondFactor');
  const make = async (name: string) => {
    const response = await makePasskey(await confirmed(() => call(passkeyStart, {})));
    onDone((await confirmed(() => call(passkeyAdd, { body: { name, response } }))).recovery_codes);
  };
  return (
    <Dialog title={t('setup_passkey')} onClose={onClose}>
      <ProofForm label={t('passkey_name')} initial={deviceName() || t('passkey_default')} code={false} submit={make}>
        <p>{t('passkey_explained')}</p>
      </ProofForm>
    </Dialog>
  );
}

/** Recovery codes, shown once. */
export function CodesDialog({ codes, account, title, onClose }: { codes: string[]; account: string; title: string; onClose: () => void }) {
  const { t } = useTranslation('secondFactor');
  return (
    <Dialog title={t('recovery_title')} width="30dvw" onClose={onClose}>
      <div className={css.form}>
        <p>{t('recovery_text')}</p>
        <RecoveryCodes codes={codes} account={account} title={title} />
        <div className={css.buttons}>
          <Button onClick={onClose}>{t('kept')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

export const startAppDialog = (confirmed: Confirmed) => confirmed(() => call(appStart, {}));
export const startEmailDialog = (confirmed: Confirmed) => confirmed(() => call(emailStart, {}));
