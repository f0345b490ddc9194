import { IconFileCode } from '@tabler/icons-react';
import type { HtmlProblem } from '@vitrine/contract/reports/reports.ts';
import { checkPage } from '#endpoints/reports/reports.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from './fileDrop.module.css';
import { FileDrop } from './fileDrop.tsx';

const largestBytes = 2 * 1024 * 1024;

type Props = {
  error: ReactNode;
  /** Called with a page without forbidden parts. */
  onRead: (html: string, name: string) => void;
};

type Read = { name: string; size: number; problems: HtmlProblem[] };

/** Chooses an HTML file, by button or by dropping it, and shows forbidden lines at once. */
export function HtmlFile({ error, onRead }: Props) {
  const { t } = useTranslation('reports');
  const [read, setRead] = useState<Read | null>(null);
  const [checking, setChecking] = useState(false);

  const take = async (file: File) => {
    if (file.size > largestBytes) {
      toast.error(t('html_too_large', { size: formatBytes(largestBytes) }));
      return;
    }
    setChecking(true);
    try {
      const html = await file.text();
      const { problems } = await call(checkPage, { body: { html } });
      setRead({ name: file.name, size: file.size, problems });
      onRead(problems.length === 0 ? html : '', file.name);
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setChecking(false);
    }
  };
  return (
    <div className={css.field}>
      <FileDrop
        label={t('html_file')}
        accept=".html,.htm,text/html"
        icon={<IconFileCode size={24} stroke={1.4} aria-hidden="true" />}
        words={read ? `${read.name} · ${formatBytes(read.size)}` : t('html_drop', { size: formatBytes(largestBytes) })}
        button={t(read ? 'html_other' : 'html_choose')}
        refused={(read?.problems.length ?? 0) > 0}
        busy={checking}
        onFile={(file) => void take(file)}
      />
      {read && read.problems.length > 0 ? (
        <div role="alert">
          <p className={css.refused}>{t('html_refused', { count: read.problems.length })}</p>
          <ol className={css.problems}>
            {read.problems.map(({ line, what }, index) => (
              // eslint-disable-next-line react/no-array-index-key -- one line may hold the same twice
              <li key={index}>
                <span className={css.line}>{t('html_line', { line })}</span>
                <span>{t(`html_${what}`)}</span>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
      {error && !read?.problems.length ? <p className={css.refused}>{error}</p> : null}
      <p className={css.hint}>{t('html_rules')}</p>
    </div>
  );
}
