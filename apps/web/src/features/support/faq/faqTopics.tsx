import type { Faq as Question } from '#endpoints/support/faq.ts';
import { faqTopics } from '#endpoints/support/faq.ts';
import type { ReactNode } from 'react';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { SortableList } from '#ui/sortableList.tsx';
import css from './faq.module.css';

type TopicsProps = { rows: readonly Question[]; onOrder: (rows: Question[]) => Promise<void>; children: (row: Question) => ReactNode };

type PartProps = { rows: readonly Question[]; children: (row: Question) => ReactNode };

function Own({ label, rows, onOrder, children }: PartProps & { label: string; onOrder: (rows: Question[]) => void }) {
  if (rows.length === 0) return null;
  const items = rows.map((row) => ({ ...row, label: row.question }));
  return <SortableList label={label} items={items} onOrder={onOrder} renderItem={children} />;
}

function ReadOnly({ rows, children }: PartProps) {
  if (rows.length === 0) return null;
  return (
    <ul className={css.questions}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}

/** The questions of each topic; who may edit them puts them into their order. */
export function FaqTopics({ rows, onOrder, children }: TopicsProps) {
  const { t } = useTranslation('faq');
  const [shown, show] = useOptimistic(rows);
  const topics = faqTopics.map((topic) => ({ topic, questions: shown.filter((row) => row.topic === topic) }));
  const put = (questions: Question[]) =>
    startTransition(async () => {
      show([...questions, ...shown.filter(({ id }) => !questions.some((each) => each.id === id))]);
      await onOrder(questions);
    });
  return (
    <div className={css.topics}>
      {topics
        .filter(({ questions }) => questions.length > 0)
        .map(({ topic, questions }) => (
          <section key={topic}>
            <h2>{t(`topic_${topic}`)}</h2>
            <Own label={t(`topic_${topic}`)} rows={questions.filter(({ can }) => can.edit)} onOrder={put}>
              {children}
            </Own>
            <ReadOnly rows={questions.filter(({ can }) => !can.edit)}>{children}</ReadOnly>
          </section>
        ))}
    </div>
  );
}
