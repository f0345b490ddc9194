import { mailDomains } from '#endpoints/people/users.ts';
import { meantAddress } from '@vitrine/contract/mailDomains.ts';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import css from './users.module.css';
import type { UserValues } from './userValues.ts';

/** The e-mail field; after leaving it, a suggestion for a mistyped domain can be accepted with a click. */
export function MailField({ form, label, disabled }: { form: UseFormReturnType<UserValues>; label: string; disabled: boolean }) {
  const { t } = useTranslation('users');
  const familiar = useEndpoint(mailDomains, {}, { enabled: !disabled }).data?.data ?? [];
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState('');
  const { email } = form.getValues();
  const meant = left === email ? meantAddress(email, familiar) : null;
  return (
    <div ref={box} onBlur={() => setLeft(form.getValues().email)}>
      <FieldInput field={{ kind: 'email', name: 'email', label, required: true, disabled }} form={form} />
      <div role="status">
        {meant ? (
          <button
            type="button"
            className={css.meant}
            onClick={() => {
              form.setFieldValue('email', meant);
              // The button disappears, so the focus returns to the field.
              box.current?.querySelector('input')?.focus();
            }}
          >
            {t('meant', { text: meant })}
          </button>
        ) : null}
      </div>
    </div>
  );
}
