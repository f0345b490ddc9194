import type { ShownTerm } from '@vitrine/contract/settings/terms.ts';
import { mine } from '#endpoints/settings/terms.ts';
import { Button } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './account.module.css';
import { Card, Row } from './parts.tsx';

/** Terms that the person has accepted in this unit. */
export function TermsCard() {
  const { t } = useTranslation('account');
  const { data } = useEndpoint(mine, {});
  const [reading, setReading] = useState<ShownTerm | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('terms')} text={t('terms_text')}>
      <ul className={css.rows}>
        {data.map((term) => (
          <Row
            key={term.version_id}
            icon={<IconFileCheck size={20} stroke={1.6} aria-hidden="true" />}
            title={term.title}
            text={
              term.accepted_at
                ? t('terms_accepted', { number: term.number, when: formatDateTime(term.accepted_at) })
                : t('terms_linked', { number: term.number })
            }
          >
            <Button variant="default" onClick={() => setReading(term)}>
              {t('terms_read')}
            </Button>
          </Row>
        ))}
      </ul>
      {reading ? (
        <Dialog title={reading.title} width="30dvw" onClose={() => setReading(null)}>
          <p style={{ margin: 0, fontSize: 14, whiteSpace: 'pre-line' }}>{reading.text}</p>
        </Dialog>
      ) : null}
    </Card>
  );
}
