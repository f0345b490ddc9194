import { hold } from '@vitrine/contract/privacy/retention.ts';
import { get } from '#endpoints/privacy/retention.ts';
import { list } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourcePanel } from '#ui/resource/resourcePanel.tsx';

/** The form of a new legal hold: of whom, why, and until when. */
export function HoldPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('retention');
  const [words, setWords] = useState('');
  const stale = useStale();
  const { data } = useEndpoint(list, { query: { q: words, per_page: 20 } });
  return (
    <ResourcePanel
      title={t('hold_title')}
      endpoint={hold}
      row={null}
      initial={{ membership_id: '', reason: '', ends_on: '' }}
      toBody={({ membership_id, reason, ends_on }) => ({ membership_id: membership_id || null, reason, ends_on: ends_on || null })}
      success={t('put')}
      fields={[
        {
          kind: 'select',
          name: 'membership_id',
          label: t('member'),
          description: t('member_text'),
          placeholder: t('whole_unit'),
          clearable: true,
          options: (data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          onSearch: setWords,
        },
        { kind: 'textarea', name: 'reason', label: t('reason'), description: t('reason_text'), required: true },
        { kind: 'date', ends: true, name: 'ends_on', label: t('ends_on'), description: t('ends_on_text') },
      ]}
      onSaved={() => void stale(get)}
      onClose={onClose}
    />
  );
}
