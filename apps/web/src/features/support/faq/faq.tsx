import { Button } from '@mantine/core';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { Faq as Question } from '@vitrine/contract/support/faq.ts';
import { add, faqTopics, get, list as listEndpoint, remove, reorder, update, vote } from '@vitrine/contract/support/faq.ts';
import type { ReactNode } from 'react';
import { startTransition, useOptimistic, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { Field } from '#ui/form/types.ts';
import type { RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { SortableList } from '#ui/sortableList.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './faq.module.css';

const ResourcePanel = onDemand(async () => (await import('#ui/resource/resourcePanel.tsx')).ResourcePanel);

function useFields(): Field[] {
  const { t } = useTranslation('faq');
  return [
    {
      kind: 'select',
      name: 'topic',
      label: t('topic'),
      required: true,
      options: faqTopics.map((value) => ({ value, label: t(`topic_${value}`) })),
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
const valuesOf = (row: Question | null) => ({
  topic: row?.topic ?? 'access',
  published: row?.published ?? true,
  question: { ...noTexts, ...row?.languages?.question },
  answer: { ...noTexts, ...row?.languages?.answer },
});

/** Whether the answer helped; a second click takes that back. Who writes sees how many said so. */
function Helped({ row, onChanged }: { row: Question; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('faq');
  const [helped, show] = useOptimistic(row.helped);
  const say = (wished: boolean) =>
    startTransition(async () => {
      const now = helped === wished ? null : wished;
      show(now);
      await call(vote, { params: { id: row.id }, body: { helped: now } }).catch((error: unknown) => toast.failure(error));
      await onChanged();
    });
  return (
    <div className={css.helped} role="group" aria-label={t('helped')}>
      <span>{t('helped')}</span>
      {([true, false] as const).map((wished) => (
        <Button
          key={String(wished)}
          variant={helped === wished ? 'filled' : 'default'}
          size="compact-sm"
          aria-pressed={helped === wished}
          onClick={() => say(wished)}
        >
          {t(wished ? 'helped_yes' : 'helped_no')}
        </Button>
      ))}
      {row.votes && row.votes.helped + row.votes.not_helped > 0 ? <span className={css.votes}>{t('votes', row.votes)}</span> : null}
    </div>
  );
}

type EntryProps = { row: Question; actions: readonly RowAction<Question>[]; onChanged: () => Promise<unknown> };

/** A question that opens to its answer, with what may be done with it. */
function Entry({ row, actions, onChanged }: EntryProps) {
  const { t } = useTranslation('faq');
  return (
    <details className={css.question}>
      <summary>
        {row.question}
        {row.published ? null : (
          <span className={css.draft}>
            <StatusCell kind="neutral">{t('draft')}</StatusCell>
          </span>
        )}
      </summary>
      <p>{row.answer}</p>
      {row.published ? <Helped row={row} onChanged={onChanged} /> : null}
      {actions
        .filter(({ when }) => when?.(row))
        .map(({ key, label, icon, run }) => (
          <Button key={key} variant="subtle" size="compact-sm" leftSection={icon} onClick={() => run(row)}>
            {label}
          </Button>
        ))}
    </details>
  );
}

type TopicsProps = { rows: readonly Question[]; onOrder: (rows: Question[]) => Promise<void>; children: (row: Question) => ReactNode };

/** The questions of each topic; who may edit them puts them into their order. */
function Topics({ rows, onOrder, children }: TopicsProps) {
  const { t } = useTranslation('faq');
  const [shown, show] = useOptimistic(rows);
  const topics = faqTopics.map((topic) => ({ topic, questions: shown.filter((row) => row.topic === topic) }));
  const put = (questions: Question[]) =>
    startTransition(async () => {
      show([...shown.filter(({ topic }) => topic !== questions[0]?.topic), ...questions]);
      await onOrder(questions);
    });
  return (
    <div className={css.topics}>
      {topics
        .filter(({ questions }) => questions.length > 0)
        .map(({ topic, questions }) => (
          <section key={topic}>
            <h2>{t(`topic_${topic}`)}</h2>
            {questions.every(({ can }) => can.edit) ? (
              <SortableList
                label={t(`topic_${topic}`)}
                items={questions.map((row) => ({ ...row, label: row.question }))}
                onOrder={put}
                renderItem={children}
              />
            ) : (
              <ul className={css.questions}>
                {questions.map((row) => (
                  <li key={row.id}>{children(row)}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
    </div>
  );
}

/** `/faq`: everybody reads and searches; administrators edit in the same place. */
export function Faq() {
  const { t } = useTranslation('faq');
  const stale = useStale();
  const list = useList<Question>(listEndpoint, { name: 'page_faq' });
  const { opened, show, close } = usePanels('edit');
  const edited = useNamedRow(list.rows, get, opened.edit) ?? null;
  const fields = useFields();
  const changed = () => stale(listEndpoint, get);
  const [turns] = useState(createTurns);
  const edit = useRowActions().edit<Question>(({ id }) => show({ edit: id }));
  const removal = useRemoval<Question>({
    endpoint: remove,
    nameOf: ({ question }) => question,
    done: () => t('removed'),
    losses: () => ({ goes: t('remove_goes') }),
    onRemoved: changed,
  });
  const order = (rows: Question[]) =>
    turns
      .take(() => call(reorder, { body: { faq_ids: rows.map(({ id }) => id) } }))
      .catch((error: unknown) => toast.failure(error))
      .then(changed);
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={[]}
      {...(list.can?.add ? { add: { label: t('add'), run: () => show({ edit: 'new' }) } } : {})}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
      cards={(rows = []) => (
        <Topics rows={rows} onOrder={order}>
          {(row) => <Entry row={row} actions={[edit, removal.action]} onChanged={changed} />}
        </Topics>
      )}
    >
      {list.can?.add && (opened.edit === 'new' || edited) ? (
        <ResourcePanel
          key={edited?.id ?? 'new'}
          title={t(edited ? 'edit' : 'add')}
          fields={fields}
          initial={valuesOf(edited)}
          toBody={(values) => values}
          endpoint={edited ? update : add}
          row={edited}
          success={t(edited ? 'saved' : 'added')}
          onSaved={() => void changed()}
          onClose={close}
        />
      ) : null}
      {removal.dialog}
    </ListPage>
  );
}
