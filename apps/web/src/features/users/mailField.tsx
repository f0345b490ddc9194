import { mailDomains } from '@vitrine/contract/features/users.ts';
import { meantAddress } from '@vitrine/contract/mailDomains.ts';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../core/query.ts';
import { FieldInput } from '../../core/ui/form/FieldInput.tsx';
import css from './users.module.css';
import type { UserValues } from './userValues.ts';

/** The e-mail; once it is left, what may have been meant stands below it, to be taken with a click. */
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
              // The button is gone: whoever has no mouse goes on from here.
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
