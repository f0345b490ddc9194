import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, Button, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { IconFilter, IconTrash, IconX } from '@tabler/icons-react';
import { pages, slideSeconds } from '#endpoints/playlists/playlists.ts';
import { mine } from '#endpoints/reading/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { separatorsOf } from '#ui/form/dates/typed.ts';
import { PickBox } from '#ui/pickBox.tsx';
import { SortableList } from '#ui/sortableList.tsx';
import type { SlideDraft } from './slideDraft.ts';
import { newSlide } from './slideDraft.ts';
import css from './playlists.module.css';

/** The playlist's defaults for its slides. */
type Otherwise = { seconds: number; allPages: boolean };

type RowProps = { slide: SlideDraft; otherwise: Otherwise; error: unknown; onChange: (slide: SlideDraft) => void; onRemove: () => void };

function PageSelect({ slide, otherwise, onChange }: Pick<RowProps, 'slide' | 'otherwise' | 'onChange'>) {
  const { t } = useTranslation('playlists');
  const [wanted, setWanted] = useState(slide.page !== null);
  const { data } = useEndpoint(pages, { params: { id: slide.report_id } }, { enabled: wanted, staleTime: 300_000 });
  const found = (data?.data ?? []).map(({ name, title }) => ({ value: name, label: title }));
  const known = slide.page === null || found.some(({ value }) => value === slide.page);
  return (
    <Select
      label={t('slide_page')}
      placeholder={t(otherwise.allPages ? 'page_all' : 'page_first')}
      data={known ? found : [...found, { value: slide.page ?? '', label: slide.page ?? '' }]}
      value={slide.page}
      onFocus={() => setWanted(true)}
      onChange={(page) => onChange({ ...slide, page })}
      clearable
    />
  );
}

function SlideRow({ slide, otherwise, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('playlists');
  const { filter } = slide;
  return (
    <div className={css.slide}>
      <div className={css.slideHead}>
        <span className={css.slideName}>{slide.label}</span>
        {filter ? null : (
          <ActionIcon
            variant="subtle"
            aria-label={`${t('filter_add')}: ${slide.label}`}
            title={t('filter_add')}
            onClick={() => onChange({ ...slide, filter: { table: '', column: '', values: [] } })}
          >
            <IconFilter size={16} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" aria-label={t('slide_remove', { name: slide.label })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {slide.shown ? null : <p className={css.hint}>{t('slide_hidden')}</p>}
      <div className={css.slideFields}>
        <NumberInput
          label={t('slide_seconds')}
          value={slide.seconds}
          placeholder={String(otherwise.seconds)}
          min={slideSeconds.min}
          max={slideSeconds.max}
          clampBehavior="none"
          allowDecimal={false}
          {...separatorsOf(currentLocale())}
          error={typeof error === 'string' ? error : undefined}
          onChange={(value) => onChange({ ...slide, seconds: typeof value === 'number' ? value : '' })}
        />
        <PageSelect slide={slide} otherwise={otherwise} onChange={onChange} />
      </div>
      {filter ? (
        <fieldset className={css.filter}>
          <legend className="visually-hidden">{t('slide_filter')}</legend>
          <TextInput
            label={t('filter_table')}
            value={filter.table}
            onChange={(event) => onChange({ ...slide, filter: { ...filter, table: event.currentTarget.value } })}
          />
          <TextInput
            label={t('filter_column')}
            value={filter.column}
            onChange={(event) => onChange({ ...slide, filter: { ...filter, column: event.currentTarget.value } })}
          />
          <TagsInput
            label={t('filter_values')}
            value={filter.values}
            onChange={(values) => onChange({ ...slide, filter: { ...filter, values } })}
            acceptValueOnBlur
          />
          <Button size="compact-xs" variant="subtle" leftSection={<IconX size={14} />} onClick={() => onChange({ ...slide, filter: null })}>
            {t('filter_remove')}
          </Button>
        </fieldset>
      ) : null}
    </div>
  );
}

type Props = {
  slides: readonly SlideDraft[];
  otherwise: Otherwise;
  errors: Record<string, unknown>;
  onChange: (slides: SlideDraft[]) => void;
};

/** The slides of a playlist: added by a search, sorted by drag or keyboard, each with its own time, page and filter. */
export function SlidesEditor({ slides, otherwise, errors, onChange }: Props) {
  const { t } = useTranslation('playlists');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(mine, { query: { q: words ?? '', per_page: 20 } }, { enabled: words !== null });
  const found = (data?.data ?? []).filter(({ blocked }) => blocked === null);
  const change = (changed: SlideDraft) => onChange(slides.map((slide) => (slide.id === changed.id ? changed : slide)));
  return (
    <section className={css.slides}>
      <h3>{t('slides')}</h3>
      <PickBox
        label={t('add_slide')}
        placeholder={t('search_report')}
        finds={data ? found.map(({ id, title, group_name }) => ({ key: id, name: title, detail: group_name })) : undefined}
        onSearch={setWords}
        onChoose={(key) => {
          const report = found.find(({ id }) => id === key);
          if (report) onChange([...slides, newSlide(report)]);
        }}
        nothing={(text) => t('no_report_found', { words: text })}
      />
      {slides.length === 0 ? <p className={css.hint}>{t('slides_empty')}</p> : null}
      {typeof errors['slides'] === 'string' ? <p role="alert">{errors['slides']}</p> : null}
      <SortableList
        label={t('slides_order')}
        items={slides}
        onOrder={onChange}
        renderItem={(slide) => (
          <SlideRow
            slide={slide}
            otherwise={otherwise}
            error={errors[`slides.${slides.indexOf(slide)}.seconds`] ?? errors[`slides.${slides.indexOf(slide)}.filters.0.table`]}
            onChange={change}
            onRemove={() => onChange(slides.filter(({ id }) => id !== slide.id))}
          />
        )}
      />
    </section>
  );
}
