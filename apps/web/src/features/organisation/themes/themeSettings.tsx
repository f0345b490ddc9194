import type { UseFormReturnType } from '@mantine/form';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeSection, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { themePictures, update } from '@vitrine/contract/organisation/themes.ts';
import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import { darkColours } from '@vitrine/contract/theme.ts';
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ImageField } from '#ui/form/imageField.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { BrandProposal } from './brandProposal.tsx';
import { ColourFields, colourFields } from './colourFields.tsx';
import type { FreshPictures } from './preview/draftLook.ts';
import { ownPictures } from './preview/draftLook.ts';
import { InheritedValues } from './inheritedValues.tsx';
import { ThemeFindings } from './themeFindings.tsx';
import { ThemePreview } from './themePreview.tsx';
import type { ThemeValues } from './themeValues.ts';
import { draftOf, soundColours, valuesOf } from './themeValues.ts';
import { useFindings } from './useFindings.ts';
import css from './themes.module.css';

const ThemeMeasures = onDemand(async () => (await import('./themeMeasures.tsx')).ThemeMeasures);

type Form = UseFormReturnType<ThemeValues>;
type PartProps = { theme: WholeTheme; form: Form };

const purposes = {
  logo: 'logo',
  icon: 'brand_icon',
  icon_report: 'brand_icon',
  favicon: 'favicon',
  sign_in_picture: 'background',
} as const satisfies Record<(typeof themePictures)[number], PictureKindName>;

function Section({ section, theme, form, children }: PartProps & { section: ThemeSection; children: ReactNode }) {
  const { t } = useTranslation('themes');
  const { own } = form.getValues().draft;
  const isOwn = own.includes(section);
  const toggle = (on: boolean) => form.setFieldValue('draft.own', on ? [...own, section] : own.filter((one) => one !== section));
  return (
    <section className={css.section} aria-label={t(`section_${section}`)}>
      <h3>{t(`section_${section}`)}</h3>
      <Switch label={t(`own_${section}`)} checked={isOwn} onChange={(event) => toggle(event.currentTarget.checked)} />
      {isOwn ? children : <InheritedValues section={section} inherited={theme.inherited} />}
    </section>
  );
}

const noColours = Object.fromEntries(colourFields.map((field) => [field, ''])) as ThemeColours;

type Proposed = { proposed: ThemeColours | null; onPropose: (colours: ThemeColours | null) => void };

/** Puts twelve colours into the form; those of the dark are derived again. */
function useTaking(form: Form): (colours: ThemeColours) => void {
  const { t } = useTranslation('themes');
  const put = (light: ThemeColours, dark: ThemeColours) => {
    for (const field of colourFields) {
      form.setFieldValue(`draft.colours.${field}`, light[field]);
      form.setFieldValue(`draft.colours_dark.${field}`, dark[field]);
    }
  };
  return (colours) => {
    const { colours: light, colours_dark: dark } = form.getValues().draft;
    put(colours, noColours);
    toast.undo(t('proposal_taken'), () => put(light, dark));
  };
}

function Colours({ form, logo, proposed, onPropose }: PartProps & Proposed & { logo: string | null }) {
  const { t } = useTranslation('themes');
  const take = useTaking(form);
  const { draft } = form.getValues();
  const { findings } = useFindings(draftOf(form.getValues()));
  const light = { ...form.getInitialValues().draft.colours, ...soundColours(draft.colours) };
  return (
    <>
      <BrandProposal proposed={proposed} onPropose={onPropose} onTake={take} logo={logo} />
      <ColourFields form={form} of="colours" otherwise={light} findings={findings} />
      <FieldInput
        field={{
          kind: 'switch',
          name: 'draft.show_background_image',
          label: t('show_background_image'),
          description: t('show_background_image_text'),
        }}
        form={form}
      />
      <details className={css.dark}>
        <summary>{t('dark_adjust')}</summary>
        <p className={css.dim}>{t('dark_text')}</p>
        <ColourFields form={form} of="colours_dark" otherwise={darkColours(light, soundColours(draft.colours_dark))} findings={findings} />
      </details>
      {findings ? (
        <ThemeFindings
          findings={findings}
          onUse={(scheme, { field, colour }) =>
            form.setFieldValue(`draft.${scheme === 'light' ? 'colours' : 'colours_dark'}.${field}`, colour)
          }
        />
      ) : (
        <p className={css.dim}>{t('findings_wait')}</p>
      )}
      <Measures light={light} dark={soundColours(draft.colours_dark)} />
    </>
  );
}

/** Folded, and measured only while somebody looks. */
function Measures(colours: { light: ThemeColours; dark: Partial<ThemeColours> }) {
  const { t } = useTranslation('themes');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.dark} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('measures')}</summary>
      <p className={css.dim}>{t('measures_text')}</p>
      <Suspense fallback={null}>{isOpen ? <ThemeMeasures {...colours} /> : null}</Suspense>
    </details>
  );
}

function Pictures({ theme, form, onFresh }: PartProps & { onFresh: (id: string, address: string) => void }) {
  const { t } = useTranslation('themes');
  const { draft } = form.getValues();
  return themePictures.map((picture) => (
    <ImageField
      key={picture}
      label={t(`picture_${picture}`)}
      description={t(`picture_${picture}_text`)}
      purpose={purposes[picture]}
      value={draft[`${picture}_id`]}
      address={theme.pictures[picture]}
      onChange={(id, sent) => {
        if (id !== null && sent !== undefined) onFresh(id, sent);
        form.setFieldValue(`draft.${picture}_id`, id);
      }}
      error={form.errors[`draft.${picture}_id`]}
    />
  ));
}

function Words({ form }: PartProps) {
  const { t } = useTranslation('themes');
  return (
    <>
      <FieldInput field={{ kind: 'text', name: 'draft.title', label: t('page_title'), description: t('page_title_text') }} form={form} />
      {locales.map((locale) => (
        <FieldInput
          key={locale}
          field={{
            kind: 'text',
            name: `draft.sign_in_sentence.${locale}`,
            label: t('sentence', { language: languageNames[locale] }),
            ...(locale === 'pt-BR' ? { description: t('sentence_text') } : {}),
          }}
          form={form}
        />
      ))}
    </>
  );
}

function useLabels(): Record<string, string> {
  const { t } = useTranslation('themes');
  const ofColour = (field: keyof ThemeColours) => [
    [`draft.colours.${field}`, t(`colour_${field}`)],
    [`draft.colours_dark.${field}`, t('in_dark', { colour: t(`colour_${field}`) })],
  ];
  return {
    name: t('name'),
    'draft.title': t('page_title'),
    ...Object.fromEntries(
      locales.map((locale) => [`draft.sign_in_sentence.${locale}`, t('sentence', { language: languageNames[locale] })]),
    ),
    ...Object.fromEntries(colourFields.flatMap(ofColour)),
  };
}

type Props = { theme: WholeTheme; onSaved: () => void; onDirty: (dirty: boolean) => void };

/** The draft: three sections, each of one's own or inherited, and what it looks like. */
export function ThemeSettings({ theme, onSaved, onDirty }: Props) {
  const { t } = useTranslation('themes');
  const labels = useLabels();
  const state = useResourceForm<ThemeValues>({
    initial: valuesOf(theme),
    version: theme.version,
    schema: update.body,
    labels,
    toBody: (values) => ({ name: values.name, draft: draftOf(values) }),
    save: (body) => call(update, { params: { id: theme.id }, body }),
    success: t('saved'),
    onSaved,
  });
  const { form, dirty } = state;
  // What is published is what is saved: the button waits for it.
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  const [fresh, setFresh] = useState<FreshPictures>({});
  const [proposed, setProposed] = useState<ThemeColours | null>(null);
  const values = form.getValues();
  const shown = proposed ? { ...values, draft: { ...values.draft, colours: proposed, colours_dark: noColours } } : values;
  return (
    <div className={css.beside}>
      <ThemePreview theme={theme} values={shown} fresh={fresh} />
      <ResourceForm state={state} fields={[{ kind: 'text', name: 'name', label: labels['name'] ?? '', required: true }]}>
        <Section section="colours" theme={theme} form={form}>
          <Colours theme={theme} form={form} logo={ownPictures(theme, values, fresh).logo} proposed={proposed} onPropose={setProposed} />
        </Section>
        <Section section="pictures" theme={theme} form={form}>
          <Pictures theme={theme} form={form} onFresh={(id, address) => setFresh((known) => ({ ...known, [id]: address }))} />
        </Section>
        <Section section="words" theme={theme} form={form}>
          <Words theme={theme} form={form} />
        </Section>
      </ResourceForm>
    </div>
  );
}
