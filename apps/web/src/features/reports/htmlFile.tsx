import { Button } from '@mantine/core';
import { IconFileCode, IconUpload } from '@tabler/icons-react';
import type { HtmlProblem } from '@vitrine/contract/features/reports.ts';
import { checkPage } from '@vitrine/contract/features/reports.ts';
import type { DragEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../core/formats.ts';
import { call } from '../../core/http.ts';
import { toast } from '../../core/toast.ts';
import css from './htmlFile.module.css';

const largestBytes = 2 * 1024 * 1024;

type Props = {
  error: ReactNode;
  /** With a page that breaks no rule. */
  onRead: (html: string, name: string) => void;
};

type Read = { name: string; size: number; problems: HtmlProblem[] };

/** Chooses a file of HTML, by button or by dropping it, and tells at once which lines cannot stay. */
export function HtmlFile({ error, onRead }: Props) {
  const { t } = useTranslation('reports');
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [checking, setChecking] = useState(false);

  const take = async (file: File | undefined) => {
    if (!file) return;
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
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className={css.field}>
      <div
        className={css.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        data-refused={(read?.problems.length ?? 0) > 0}
      >
        <IconFileCode size={24} stroke={1.4} aria-hidden="true" />
        <span className={css.words} aria-live="polite">
          {read ? `${read.name} · ${formatBytes(read.size)}` : t('html_drop', { size: formatBytes(largestBytes) })}
        </span>
        <Button variant="default" leftSection={<IconUpload size={16} />} loading={checking} onClick={() => input.current?.click()}>
          {t(read ? 'html_other' : 'html_choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".html,.htm,text/html"
          aria-label={t('html_file')}
          hidden
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
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
