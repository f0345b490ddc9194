import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { NativeSelect, SegmentedControl, Tabs, useComputedColorScheme } from '@mantine/core';
import type { PreviewPage, Previewed } from '@vitrine/contract/organisation/themePreview.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Vision } from '@vitrine/contract/colourVision.ts';
import { visions } from '@vitrine/contract/colourVision.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './preview.module.css';
import { PreviewFrame } from './previewFrame.tsx';
import { PreviewMail } from './previewMail.tsx';
import { filterOf, VisionFilter } from './visionFilter.tsx';

const [desktop, phone, letter] = [
  { width: 1280, height: 800, shown: 1280 },
  { width: 390, height: 844, shown: 280 },
  { width: 640, height: 480, shown: 640 },
];

/** What can be looked at, in the order in which people meet it. */
const stations = {
  sign_in: { page: 'sign_in', size: desktop },
  home: { page: 'home', size: desktop },
  list: { page: 'list', size: desktop },
  report: { page: 'report', size: desktop },
  phone: { page: 'home', size: phone },
  mail: { page: null, size: letter },
  error: { page: 'error', size: desktop },
  wall: { page: 'wall', size: desktop },
} as const satisfies Record<string, { page: PreviewPage | null; size: typeof desktop }>;
type Station = keyof typeof stations;
const names = Object.keys(stations) as Station[];
const isStation = (name: string | null): name is Station => name !== null && name in stations;

type Props = { look: Previewed['look']; theme_id: string; draft: ThemeDocument };

/** The real pages and a mail as they would look if this were published now: light and dark, and to those who see some colours alike. */
export function Preview({ look, theme_id, draft }: Props) {
  const { t, i18n } = useTranslation(['themes', 'ui']);
  const [station, setStation] = useState<Station>('sign_in');
  const own = useComputedColorScheme('light');
  const [chosen, setScheme] = useState<Previewed['scheme'] | null>(null);
  const scheme = chosen ?? own;
  const [vision, setVision] = useState<Vision>('usual');
  const locale = i18n.language as Locale;
  const written = JSON.stringify(look);
  const brand = useMemo(() => ({ locale, scheme, look: JSON.parse(written) as Previewed['look'] }), [locale, scheme, written]);
  const { page, size } = stations[station];
  return (
    <Tabs keepMounted={false} value={station} onChange={(name) => isStation(name) && setStation(name)} className={css.preview ?? ''}>
      <Tabs.List aria-label={t('preview_pages')} className={css.stations ?? ''}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} className={css.station ?? ''}>
            {t(`preview_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name} className={css.panel ?? ''}>
          <div style={{ filter: filterOf(vision) }}>
            {page ? (
              <PreviewFrame key={`${page} ${size.width} ${locale}`} page={page} size={size} brand={brand} title={t(`preview_${name}`)} />
            ) : (
              <PreviewMail theme_id={theme_id} draft={draft} locale={locale} scheme={scheme} size={size} title={t('preview_mail')} />
            )}
          </div>
        </Tabs.Panel>
      ))}
      <VisionFilter vision={vision} />
      <div className={css.foot}>
        <NativeSelect
          size="sm"
          aria-label={t('preview_vision')}
          value={vision}
          onChange={({ currentTarget: { value } }) => setVision(visions.find((one) => one === value) ?? 'usual')}
          data={visions.map((value) => ({ value, label: t(`vision_${value}`) }))}
        />
        <SegmentedControl
          size="sm"
          aria-label={t('preview_scheme')}
          value={scheme}
          onChange={setScheme}
          data={[
            { value: 'light', label: t('ui:light') },
            { value: 'dark', label: t('ui:dark') },
          ]}
        />
      </div>
      <p className={css.note}>{t(page ? 'preview_note' : 'preview_mail_note')}</p>
    </Tabs>
  );
}
