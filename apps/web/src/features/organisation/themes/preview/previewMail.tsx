import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { preview } from '#endpoints/organisation/themeMails.ts';
import { useEndpoint } from '#platform/query.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './preview.module.css';

/** Each change of the form would be a call. */
const typingPauseMs = 300;

type Props = {
  theme_id: string;
  draft: ThemeDocument;
  locale: Locale;
  scheme: 'light' | 'dark';
  title: string;
  /** Of the window of a mail program, and how wide it is shown at most. */
  size: { width: number; height: number; shown: number };
};

/** A mail as the server would send it if the form were published as it stands. */
export function PreviewMail({ theme_id, draft, locale, scheme, title, size: { width, height, shown } }: Props) {
  const { ref: stage, width: room } = useElementSize();
  const [written] = useDebouncedValue(JSON.stringify(draft), typingPauseMs);
  const body = { kind: 'invitation', language: locale, theme_id, draft: JSON.parse(written) as ThemeDocument } as const;
  const { data, error, refetch } = useEndpoint(preview, { body });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div ref={stage} className={css.stage} style={{ aspectRatio: `${width} / ${height}`, maxWidth: shown }} aria-busy={!data}>
      {data ? (
        <iframe
          className={css.frame}
          sandbox=""
          srcDoc={data[scheme]}
          title={title}
          tabIndex={-1}
          style={{ width, height, transform: `scale(${Math.min(1, room / width)})` }}
        />
      ) : null}
    </div>
  );
}
