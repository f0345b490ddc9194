import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { TicketMailbox } from '@vitrine/contract/support/ticketMailbox.ts';
import { check, get, mailboxProtocols, remove, save } from '@vitrine/contract/support/ticketMailbox.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { fieldErrors } from '#ui/form/fieldErrors.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { onDemand } from '#ui/onDemand.tsx';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

const initialOf = (mailbox: TicketMailbox | null) => ({
  host: mailbox?.host ?? '',
  port: mailbox?.port ?? 993,
  protocol: mailbox?.protocol ?? ('tls' as const),
  user: mailbox?.user ?? '',
  password: '',
  address: mailbox?.address ?? '',
});
type Given = ReturnType<typeof initialOf>;

/** An empty password is none: what is stored stays. */
const given = ({ password, ...values }: Given) => ({ ...values, password: password === '' ? null : password });

/** Where the mailbox is and how it is opened; it is tried with what stands in the form, saved or not. */
export function MailboxForm({ mailbox }: { mailbox: TicketMailbox | null }) {
  const { t } = useTranslation(['ticketMailbox', 'ui']);
  const stale = useStale();
  const [trying, setTrying] = useState(false);
  const [asking, setAsking] = useState(false);
  const labels: Record<keyof Given, string> = {
    host: t('host'),
    port: t('port'),
    protocol: t('protocol'),
    user: t('user'),
    password: t('password'),
    address: t('address'),
  };
  const state = useResourceForm({
    initial: initialOf(mailbox),
    version: mailbox?.version,
    schema: save.body,
    labels,
    toBody: (values) => ({ ...given(values), version: mailbox?.version ?? null }),
    save: (body) => call(save, { body }),
    success: t('saved'),
    onSaved: () => {
      state.form.setFieldValue('password', '');
      state.form.resetDirty();
      void stale(get);
    },
  });
  const { form } = state;

  const complain = (errors: Record<string, string>) => {
    for (const [name, text] of Object.entries(errors)) form.setFieldError(name, text);
  };
  const attempt = async () => {
    form.clearErrors();
    const body = given(form.getValues());
    const wrong = Object.entries(fieldErrors(check.body, body));
    if (wrong.length > 0) {
      const text = (name: string) => labels[name as keyof Given] ?? name;
      return complain(
        Object.fromEntries(
          wrong.map(([name, { complaint, limit }]) => [name, t(`ui:field_${complaint}`, { field: text(name), limit: limit ?? 0 })]),
        ),
      );
    }
    setTrying(true);
    try {
      const { unread } = await call(check, { body: check.body.parse(body) });
      toast.success(t('checked', { count: unread }));
    } catch (error) {
      const { fields } = failureOf(error);
      complain(fields);
      if (Object.keys(fields).length === 0) toast.failure(error);
    } finally {
      setTrying(false);
    }
  };

  return (
    <>
      <ResourceForm
        state={state}
        bar="changed"
        submitLabel={t('save')}
        fields={[
          { kind: 'text', name: 'host', label: labels.host, required: true },
          { kind: 'number', name: 'port', label: labels.port, min: 1, max: 65_535, required: true },
          {
            kind: 'choice',
            name: 'protocol',
            label: labels.protocol,
            options: mailboxProtocols.map((value) => ({ value, label: t(`protocol_${value}`) })),
          },
          { kind: 'text', name: 'user', label: labels.user, required: true },
          { kind: 'secret', name: 'password', label: labels.password, description: t('password_hint'), stored: mailbox !== null },
          { kind: 'text', name: 'address', label: labels.address, description: t('address_hint'), required: true },
        ]}
      >
        <div>
          <Button variant="default" leftSection={<IconPlugConnected size={16} />} loading={trying} onClick={() => void attempt()}>
            {t('check')}
          </Button>
          {mailbox ? (
            <Button variant="subtle" ml={12} onClick={() => setAsking(true)}>
              {t('remove')}
            </Button>
          ) : null}
        </div>
      </ResourceForm>
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t('remove')}
            text={t('remove_text')}
            confirm={t('remove')}
            danger
            onClose={() => setAsking(false)}
            onConfirm={async () => {
              await call(remove, {});
              await stale(get);
              toast.success(t('removed'));
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
