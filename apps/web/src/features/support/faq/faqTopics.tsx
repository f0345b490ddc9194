import type { Faq as Question } from '#endpoints/support/faq.ts';
import { faqTopics } from '#endpoints/support/faq.ts';
import type { ReactNode } from 'react';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { SortableList } from '#ui/sortableList.tsx';
import css from './faq.module.css';

type TopicsProps = { rows: readonly Question[]; onOrder: (rows: Question[]) => Promise<void>; children: (row: Question) => ReactNode };

/** The questions of each topic; who may edit them puts them into their order. */
export function FaqTopics({ rows, onOrder, children }: TopicsProps) {
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
