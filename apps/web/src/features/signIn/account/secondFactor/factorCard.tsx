import { Button } from '@mantine/core';
import { IconDeviceMobile, IconKey, IconLifebuoy, IconMail } from '@tabler/icons-react';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { appRemove, emailRemove, newRecoveryCodes, overview, passkeyRemove, passkeyRename } from '#endpoints/signIn/account.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { passkeysWork } from '#platform/passkeys.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from '../account.module.css';
import { GivenUp, useConfirmed } from '../confirm.tsx';
import { AppDialog, CodesDialog, EmailDialog, PasskeyDialog, startAppDialog, startEmailDialog } from './factorDialogs.tsx';
import { Card, Row } from '../parts.tsx';
import { RenameDialog } from '../renameDialog.tsx';

type Passkey = AccountSecurity['passkeys'][number];
type Open =
  | { kind: 'app'; app: { secret: string; uri: string } }
  | { kind: 'email' }
  | { kind: 'passkey' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'rename'; passkey: Passkey };

type PasskeyProps = {
  passkeys: readonly Passkey[];
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

function PasskeyCard({ passkeys, onAdd, onRename, onRemove }: PasskeyProps) {
  const { t } = useTranslation('account');
  return (
    <Card
      title={t('passkeys')}
      text={t('passkeys_text')}
      action={
        passkeysWork() ? (
          <Button variant="default" onClick={onAdd}>
            {t('passkey_add')}
          </Button>
        ) : null
      }
    >
      {passkeys.length > 0 ? (
        <ul className={css.rows}>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              icon={<IconKey size={20} stroke={1.6} aria-hidden="true" />}
              title={passkey.name}
              tag={passkey.here ? null : passkey.site}
              text={
                passkey.last_used_at
                  ? t('used', { when: formatRelative(passkey.last_used_at) })
                  : t('never_used', { when: formatDate(passkey.created_at) })
              }
            >
              <Button variant="subtle" onClick={() => onRename(passkey)}>
                {t('rename')}
              </Button>
              <Button variant="default" onClick={() => onRemove(passkey)}>
                {t('remove')}
              </Button>
            </Row>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** Second factors: adding, removing, and recovery codes. */
export function FactorCard({ account }: { account: AccountSecurity }) {
  const { t } = useTranslation(['account', 'secondFactor']);
  const stale = useStale();
  const { second_factor: factor, passkeys } = account;
  const { confirmed, dialog } = useConfirmed(account);
  const [open, setOpen] = useState<Open | null>(null);
  const any = factor.app !== null || factor.email !== null || passkeys.length > 0;
  const close = () => setOpen(null);

  const run = async (work: () => Promise<void>) => {
    try {
      await work();
      await stale(overview);
    } catch (error) {
      if (!(error instanceof GivenUp)) toast.failure(error);
    }
  };
  const remove = (question: string, told: string, work: () => Promise<unknown>) =>
    run(async () => {
      if (!(await toast.confirm(question))) return;
      await confirmed(work);
      toast.success(told);
    });
  const done = (codes: string[]) => {
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : null);
    if (codes.length === 0 && (open?.kind === 'app' || open?.kind === 'email' || open?.kind === 'passkey'))
      toast.success(t(`added_${open.kind}`));
    void stale(overview);
  };
  const dialogProps = { confirmed, onDone: done, onClose: close };
  return (
    <div className={css.page}>
      <Card title={t('factor')} text={factor.requirement === 'none' ? t('factor_text') : t(`required_${factor.by ?? 'unit'}`)}>
        {factor.requirement === 'app' && factor.email && !factor.app && passkeys.length === 0 ? (
          <p className={css.warn}>{t('email_not_enough')}</p>
        ) : null}
        <ul className={css.rows}>
          <Row
            icon={<IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />}
            title={t('secondFactor:setup_app')}
            tag={factor.app ? t('on') : null}
            text={factor.app ? t('since', { when: formatDate(factor.app) }) : t('secondFactor:setup_app_text')}
          >
            {factor.app ? (
              <Button variant="default" onClick={() => void remove(t('app_remove_sure'), t('removed_app'), () => call(appRemove, {}))}>
                {t('remove')}
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={() => void run(async () => setOpen({ kind: 'app', app: await startAppDialog(confirmed) }))}
              >
                {t('set_up')}
              </Button>
            )}
          </Row>
          <Row
            icon={<IconMail size={20} stroke={1.6} aria-hidden="true" />}
            title={t('secondFactor:setup_email')}
            tag={factor.email ? t('on') : null}
            text={factor.email ? account.email : t('secondFactor:setup_email_text')}
          >
            {factor.email ? (
              <Button
                variant="default"
                onClick={() => void remove(t('email_remove_sure'), t('removed_email'), () => call(emailRemove, {}))}
              >
                {t('remove')}
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={() =>
                  void run(async () => {
                    await startEmailDialog(confirmed);
                    setOpen({ kind: 'email' });
                  })
                }
              >
                {t('set_up')}
              </Button>
            )}
          </Row>
          {any ? (
            <Row
              icon={<IconLifebuoy size={20} stroke={1.6} aria-hidden="true" />}
              title={t('secondFactor:recovery_title')}
              text={t('recovery_left', { count: factor.recovery_left })}
            >
              <Button
                variant="default"
                onClick={() =>
                  void run(async () => {
                    if (factor.recovery_left > 0 && !(await toast.confirm(t('recovery_sure')))) return;
                    const { recovery_codes } = await confirmed(() => call(newRecoveryCodes, {}));
                    setOpen({ kind: 'codes', codes: recovery_codes });
                  })
                }
              >
                {t('recovery_new')}
              </Button>
            </Row>
          ) : null}
        </ul>
      </Card>
      <PasskeyCard
        passkeys={passkeys}
        onAdd={() => setOpen({ kind: 'passkey' })}
        onRename={(passkey) => setOpen({ kind: 'rename', passkey })}
        onRemove={({ id, name }) =>
          void remove(t('passkey_remove_sure', { name }), t('removed_passkey', { name }), () => call(passkeyRemove, { params: { id } }))
        }
      />
      {open?.kind === 'app' ? <AppDialog app={open.app} {...dialogProps} /> : null}
      {open?.kind === 'email' ? <EmailDialog {...dialogProps} /> : null}
      {open?.kind === 'passkey' ? <PasskeyDialog {...dialogProps} /> : null}
      {open?.kind === 'codes' ? <CodesDialog codes={open.codes} account={account.email} title={account.title} onClose={close} /> : null}
      {open?.kind === 'rename' ? (
        <RenameDialog
          name={open.passkey.name}
          onClose={close}
          onSave={async (name) => {
            await call(passkeyRename, { params: { id: open.passkey.id }, body: { name } });
            close();
            await stale(overview);
          }}
        />
      ) : null}
      {dialog}
    </div>
  );
}
