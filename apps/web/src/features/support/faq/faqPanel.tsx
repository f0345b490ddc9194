import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { Faq as Question } from '@vitrine/contract/support/faq.ts';
import { faqScreens } from '@vitrine/contract/screens.ts';
import * as unit from '@vitrine/contract/support/faq.ts';
import * as shared from '@vitrine/contract/support/sharedFaq.ts';
import type { FaqSearch } from '#endpoints/support/faqSearches.ts';
import { answered as answeredEndpoint } from '#endpoints/support/faqSearches.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useScreenTitle } from '#shell/screenTitle.ts';
import type { Field } from '#ui/form/types.ts';
import { ResourcePanel } from '#ui/resource/resourcePanel.tsx';
import type { Level } from './faqDesks.ts';

function useFields(): Field[] {
  const { t } = useTranslation('faq');
  const title = useScreenTitle();
  return [
    {
      kind: 'select',
      name: 'topic',
      label: t('topic'),
      required: true,
      options: unit.faqTopics.map((value) => ({ value, label: t(`topic_${value}`) })),
    },
    {
      kind: 'select',
      name: 'screen',
      label: t('screen'),
      description: t('screen_hint'),
      clearable: true,
      options: faqScreens.map((value) => ({ value, label: title(value) })),
    },
    { kind: 'switch', name: 'published', label: t('published'), description: t('published_hint') },
    ...locales.flatMap((locale): Field[] => {
      const required = locale === 'pt-BR';
      const hint = required ? {} : { description: t('other_languages') };
      const label = (text: string) => `${text} · ${languageNames[locale]}`;
      return [
        { kind: 'text', name: `question.${locale}`, label: label(t('question')), required, ...hint },
        { kind: 'textarea', name: `answer.${locale}`, label: label(t('answer')), required },
      ];
    }),
  ];
}

const noTexts = Object.fromEntries(locales.map((locale) => [locale, '']));
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** A new question begins with the words that nobody found anything by. */
const valuesOf = (row: Question | null, answered: FaqSearch | null) => ({
  topic: row?.topic ?? 'access',
  screen: row?.screen ?? null,
  published: row?.published ?? true,
  question: { ...noTexts, ...(answered ? { 'pt-BR': sentence(answered.words) } : row?.languages?.question) },
  answer: { ...noTexts, ...row?.languages?.answer },
});

type Props = {
  level: Level;
  /** What is edited; null for a new question. */
  row: Question | null;
  /** The search that a new question answers. */
  answered: FaqSearch | null;
  onSaved: () => void;
  onClose: () => void;
};

/** The form of a question, beside the list. */
export function FaqPanel({ level, row, answered, onSaved, onClose }: Props) {
  const { t } = useTranslation('faq');
  const desk = level === 'unit' ? unit : shared;
  const saved = async () => {
    // If that fails the search waits on, to be put away by hand.
    if (answered) await call(answeredEndpoint, { params: { id: answered.id } }).catch(() => undefined);
    onSaved();
  };
  return (
    <ResourcePanel
      title={t(row ? 'edit' : 'add')}
      fields={useFields()}
      initial={valuesOf(row, answered)}
      toBody={(values) => values}
      endpoint={row ? desk.update : desk.add}
      row={row}
      success={t(row ? 'saved' : 'added')}
      onSaved={() => void saved()}
      onClose={onClose}
    />
  );
}
