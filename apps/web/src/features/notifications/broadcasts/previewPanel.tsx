import type { Locale } from '@vitrine/contract/fields.ts';
import type { RichText } from '@vitrine/contract/richText.ts';
import { preview } from '#endpoints/notifications/broadcasts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import panel from '#ui/panel.module.css';
import { RichTextView } from '#ui/richText/richTextView.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { Named } from './audienceFields.tsx';
import { NamedPick } from './audienceFields.tsx';
import css from './broadcasts.module.css';

type Props = {
  subject: string;
  body: RichText;
  report: Named | null;
  link: string | null;
  language: Locale;
  pictures: Readonly<Record<string, string>>;
  onClose: () => void;
};

/** What is being written, as one person would read it. */
export function PreviewPanel({ subject, body, report, link, language, pictures, onClose }: Props) {
  const { t } = useTranslation('broadcasts');
  const [person, setPerson] = useState<Named | null>(null);
  const asked = { subject, body, report_id: report?.id ?? null, link, membership_id: person?.id ?? null, language };
  const { data, error, refetch } = useEndpoint(preview, { body: asked }, { staleTime: 0 });
  return (
    <SidePanel title={t('preview')} size={640} onClose={onClose}>
      <div className={panel.stack}>
        <NamedPick kind="people" label={t('preview_as')} onChoose={setPerson} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <section className={css.sample} aria-label={t('preview_title', { name: data.name })}>
            <p>{t('preview_title', { name: data.name })}</p>
            <h3>{data.subject}</h3>
            <RichTextView text={data.body} pictures={pictures} />
          </section>
        ) : null}
      </div>
    </SidePanel>
  );
}
