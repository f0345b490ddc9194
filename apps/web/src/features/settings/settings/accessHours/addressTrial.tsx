import { Button, TextInput } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { rehearseAddresses } from '#endpoints/settings/accessHours.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from './accessHours.module.css';
import { StoppedPeople } from './stoppedPeople.tsx';

/** Dry run of the list in the form: one address, and the sign-ins of the last 30 days. */
export function AddressTrial({ addresses }: { addresses: string[] }) {
  const { t } = useTranslation('accessHours');
  const [address, setAddress] = useState('');
  const [result, setResult] = useState<{ tried: string; answer: Answer<typeof rehearseAddresses> } | null>(null);
  const [busy, setBusy] = useState(false);
  const tryOut = async () => {
    setBusy(true);
    const tried = address.trim();
    try {
      setResult({ tried, answer: await call(rehearseAddresses, { body: { addresses, address: tried === '' ? null : tried } }) });
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={css.more}>
        <TextInput
          label={t('try_address')}
          placeholder="203.0.113.7"
          value={address}
          maxLength={100}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the form.
            event.preventDefault();
            void tryOut();
          }}
        />
        <Button variant="default" loading={busy} disabled={addresses.length === 0} onClick={() => void tryOut()}>
          {t('try_addresses')}
        </Button>
      </div>
      {result && result.answer.passes !== null ? (
        <p role="status">{t(result.answer.passes ? 'passes' : 'does_not_pass', { ip: result.tried })}</p>
      ) : null}
      {result ? <StoppedPeople result={result.answer} /> : null}
    </>
  );
}
