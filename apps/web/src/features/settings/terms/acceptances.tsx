import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Acceptance } from '@vitrine/contract/settings/terms.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useList } from '#ui/grid/useList.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import type { Desk } from './sharedTerms.ts';
import css from './terms.module.css';

/** Acceptances of a term, and all its published versions. */
export function Acceptances({ desk, id, onBack }: { desk: Desk; id: string; onBack: () => void }) {
  const { t } = useTranslation('terms');
  const params = { id };
  const term = useEndpoint(desk.get, { params });
  const list = useList<Acceptance>(desk.acceptances, { name: 'page_acceptance', params });
  const published = useEndpoint(desk.versions, { params });
  return (
    <ListPage
      title={term.data?.title ?? t('who_accepted')}
      description={t('who_accepted')}
      buttons={
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('back')}
        </Button>
      }
      label={t('who_accepted')}
      list={list}
      columns={[
        { key: 'name', header: t('name'), sort: 'name' },
        { key: 'email', header: t('email') },
        { key: 'number', header: t('version'), align: 'end' },
        { key: 'accepted_at', header: t('accepted_at'), sort: 'accepted_at', cell: (row) => formatDateTime(row.accepted_at) },
        { key: 'ip', header: t('ip') },
        { key: 'language', header: t('language'), hidden: true },
        { key: 'text_hash', header: t('text_hash'), hidden: true },
      ]}
      exporting={{ endpoint: desk.exportAcceptances, params }}
      empty={{ title: t('nobody_accepted'), text: t('nobody_accepted_text') }}
    >
      <h2 className={css.heading}>{t('versions')}</h2>
      {published.data?.map((version) => (
        <details key={version.id} className={css.version}>
          <summary>
            {t('version_of', { number: version.number, when: formatDateTime(version.published_at), people: version.accepted_count })}
          </summary>
          <p>{version.text}</p>
        </details>
      ))}
    </ListPage>
  );
}
