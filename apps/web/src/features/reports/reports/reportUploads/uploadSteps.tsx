import { list } from '#endpoints/reports/reportUploads.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import css from '../register.module.css';
import { UploadForm } from './uploadForm.tsx';
import { UploadRow } from './uploadRow.tsx';
import { WithAccounts } from '../withAccounts.tsx';

type Props = {
  placed: boolean;
  choice: ReactNode;
  onRegistered: () => void;
  onOpen: (id: string) => void;
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
};

/** The steps of an upload: sending, publishing, done; earlier uploads are listed below. */
export function UploadSteps({ placed, choice, onRegistered, onOpen, onDirty, onClose }: Props) {
  const { t } = useTranslation('reports');
  const stale = useStale();
  const { data } = useEndpoint(list, {}, { staleTime: 0 });
  /** The upload that is shown; the form keeps its values meanwhile. */
  const [watched, setWatched] = useState<string | null>(null);
  const renew = () => stale(list);
  useLive('import', () => {
    void renew();
    onRegistered();
  });
  const current = data?.data.find(({ id }) => id === watched);
  const before = data?.data.filter(({ id }) => id !== watched) ?? [];
  const [round, setRound] = useState(0);
  const back = () => {
    // After success the form is empty; after a failure it keeps its values.
    if (current?.state === 'done') setRound(round + 1);
    setWatched(null);
  };
  return (
    <>
      {current ? null : choice}
      {current ? <UploadRow upload={current} large onOpen={onOpen} onRetry={back} onForgotten={() => void renew()} /> : null}
      <div hidden={current !== undefined}>
        <WithAccounts>
          {(accounts) => (
            <UploadForm
              key={round}
              accounts={accounts}
              placed={placed}
              demo={data?.demo ?? false}
              onDirty={onDirty}
              onCancel={onClose}
              onSent={async (id) => {
                await renew();
                setWatched(id);
              }}
            />
          )}
        </WithAccounts>
      </div>
      {before.length > 0 ? (
        <section className={css.recent}>
          <h3 className={css.heading}>{t('upload_recent')}</h3>
          <ul className={css.rows}>
            {before.map((upload) => (
              <li key={upload.id}>
                <UploadRow upload={upload} onOpen={onOpen} onForgotten={() => void renew()} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
