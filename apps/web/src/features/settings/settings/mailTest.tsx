import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { testMail } from '@vitrine/contract/settings/settings.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { fieldErrors } from '#ui/form/fieldErrors.ts';
import type { FormValues } from './formValues.ts';
import { wireValue } from './formValues.ts';

const names = ['name', 'host', 'port', 'protocol', 'email', 'password'] as const;

/** Sends a test mail with the values of the form, saved or not, to the signed-in person. */
export function MailTest({ form, labels }: { form: UseFormReturnType<FormValues>; labels: Record<string, string> }) {
  const { t } = useTranslation(['settings', 'ui']);
  const [sending, setSending] = useState(false);
  const address = useUser()?.email ?? '';

  const send = async () => {
    const body = Object.fromEntries(names.map((name) => [name, wireValue(name, form.values)]));
    for (const name of names) form.clearFieldError(name);
    const wrong = Object.entries(fieldErrors(testMail.body, body));
    if (wrong.length > 0) {
      for (const [name, { complaint, limit }] of wrong)
        form.setFieldError(name, t(`ui:field_${complaint}`, { field: labels[name] ?? name, limit: limit ?? 0 }));
      return;
    }
    setSending(true);
    try {
      await call(testMail, { body: testMail.body.parse(body) });
      toast.success(t('mail_test_sent', { address }));
    } catch (error) {
      const { fields } = failureOf(error);
      for (const [name, text] of Object.entries(fields)) form.setFieldError(name, text);
      if (Object.keys(fields).length === 0) toast.failure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <div>
      <Button variant="default" leftSection={<IconSend size={16} />} loading={sending} onClick={() => void send()}>
        {t('mail_test', { address })}
      </Button>
    </div>
  );
}
