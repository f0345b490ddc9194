import { IconFileSpreadsheet } from '@tabler/icons-react';
import { noteData } from '#endpoints/reading/reportExports.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import type { VisualName } from '#platform/embed/reportContents.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { formulaStart } from '@vitrine/contract/formula.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './panels.module.css';

/** Neutralises texts that a spreadsheet would run as formulas. */
const formula = new RegExp(String.raw`(^|[,;\n])("?)(?!-\d)(?=${formulaStart})`, 'gu');
const harmless = (csv: string): string => csv.replaceAll(formula, "$1$2'");

/** Saves a text as a file, with a byte order mark, which spreadsheets need to detect UTF-8. */
function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', harmless(text)], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: `${name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.csv` }).click();
  URL.revokeObjectURL(address);
}

/** Exports the data of a visual of the current page, as the service gives them to this reader. */
export function VisualData({ id, shown, onClose }: { id: string; shown: () => EmbeddedReport | null; onClose: () => void }) {
  const { t } = useTranslation('reportReading');
  const [visuals, setVisuals] = useState<VisualName[] | null>(null);
  useEffect(() => {
    let here = true;
    const list = async () => {
      const found = (await shown()?.visuals()) ?? [];
      if (here) setVisuals(found);
    };
    list().catch(() => here && setVisuals([]));
    return () => {
      here = false;
    };
    // The visuals of the page at the time the dialog was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const take = async ({ name, title }: VisualName) => {
    const data = await shown()
      ?.exportVisual(name)
      .catch(() => null);
    if (!data) {
      toast.warning(t('visual_data_failed', { title }));
      return;
    }
    try {
      await call(noteData, { params: { id }, body: { visual: title.slice(0, 500) } });
      saveCsv(title, data);
      onClose();
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Dialog title={t('visual_data')} onClose={onClose}>
      <p className={css.hint}>{t('visual_data_hint')}</p>
      {visuals?.length === 0 ? <p>{t('visual_data_none')}</p> : null}
      <ul className={css.choices} aria-busy={visuals === null}>
        {visuals?.map((visual, index) => (
          <li key={visual.name}>
            <button type="button" onClick={() => void take(visual)} data-autofocus={index === 0 || undefined}>
              <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />
              {visual.title}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
