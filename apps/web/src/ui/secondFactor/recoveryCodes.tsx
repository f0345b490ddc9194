import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/toast.ts';
import css from './secondFactor.module.css';

/** A file created in the browser, so that the codes are sent nowhere. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes: shown once, to be copied, saved as a file, or printed. */
export function RecoveryCodes({ codes, account, title }: { codes: readonly string[]; account: string; title: string }) {
  const { t } = useTranslation('secondFactor');
  const heading = t('recovery_file', { title, account });
  return (
    <div className={css.recovery}>
      <p className={css.printed}>{heading}</p>
      <ol className={css.codes} aria-label={t('recovery_title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css.actions}>
        <button type="button" onClick={() => void copyText(codes.join('\n'))}>
          {t('copy')}
        </button>
        <button type="button" onClick={() => download(`${t('recovery_file_name')}.txt`, [heading, '', ...codes, ''].join('\r\n'))}>
          {t('download')}
        </button>
        <button type="button" onClick={() => print()}>
          {t('print')}
        </button>
      </div>
    </div>
  );
}
