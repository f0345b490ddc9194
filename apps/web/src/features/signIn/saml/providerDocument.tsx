import { Button, FileButton, TextInput } from '@mantine/core';
import type { ReadMetadata } from '@vitrine/contract/signIn/saml.ts';
import { readMetadata } from '#endpoints/signIn/saml.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from '#ui/providers.module.css';

/** Fills the form in with what the provider says of itself, by its address or from a file. */
export function ProviderDocument({ onRead }: { onRead: (read: ReadMetadata) => void }) {
  const { t } = useTranslation('saml');
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const read = async (body: { url: string } | { xml: string }) => {
    setBusy(true);
    try {
      onRead(await call(readMetadata, { body }));
      toast.success(t('document_read'));
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
  };
  return (
    <div className={css.section}>
      <div className={css.group}>
        <TextInput
          label={t('document_url')}
          description={t('document_hint')}
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button variant="default" loading={busy} disabled={url.trim() === ''} onClick={() => void read({ url: url.trim() })}>
          {t('document_fetch')}
        </Button>
      </div>
      <div>
        <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => void file?.text().then((xml) => read({ xml }))}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('document_file')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  );
}
