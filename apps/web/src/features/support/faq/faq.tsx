import type { Faq as Question } from '#endpoints/support/faq.ts';
import { get, list as listEndpoint, remove, reorder } from '#endpoints/support/faq.ts';
import { list as searchesEndpoint } from '#endpoints/support/faqSearches.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import css from './faq.module.css';
import { FaqEntry } from './faqEntry.tsx';
import { FaqTopics } from './faqTopics.tsx';
import { useUnanswered } from './useUnanswered.ts';

const FaqPanel = onDemand(async () => (await import('./faqPanel.tsx')).FaqPanel);
const FaqSearches = onDemand(async () => (await import('./faqSearches.tsx')).FaqSearches);

/** `/faq`: everybody reads and searches; administrators edit in the same place, beside what was searched for in vain. */
export function Faq() {
  const { t } = useTranslation('faq');
  const stale = useStale();
  const list = useList<Question>(listEndpoint, { name: 'page_faq' });
  useUnanswered(list.view.state.q, list.rows?.length === 0 && !list.refreshing);
  const writes = list.can?.add === true;
  const searches = useEndpoint(searchesEndpoint, {}, { enabled: writes }).data?.data;
  const { opened, show, close } = usePanels('edit', 'answers');
  const edited = useNamedRow(list.rows, get, opened.edit) ?? null;
  const answered = searches?.find(({ id }) => id === opened.answers) ?? null;
  const changed = () => stale(listEndpoint, get, searchesEndpoint);
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
    <div {...(writes ? { className: css.beside } : {})}>
      <div>
        <ListPage
          title={t('title')}
          description={t('description')}
          list={list}
          columns={[]}
          {...(writes ? { add: { label: t('add'), run: () => show({ edit: 'new' }) } } : {})}
          empty={{ title: t('empty_title'), text: t('empty_text') }}
          cards={(rows = []) => (
            <FaqTopics rows={rows} onOrder={order}>
              {(row) => <FaqEntry row={row} actions={[edit, removal.action]} onChanged={changed} />}
            </FaqTopics>
          )}
        >
          {writes && ((opened.edit === 'new' && (!opened.answers || searches)) || edited) ? (
            <FaqPanel
              key={edited?.id ?? answered?.id ?? 'new'}
              row={edited}
              answered={answered}
              onSaved={() => void changed()}
              onClose={close}
            />
          ) : null}
          {removal.dialog}
        </ListPage>
      </div>
      {searches ? <FaqSearches searches={searches} onAnswer={({ id }) => show({ edit: 'new', answers: id })} /> : null}
    </div>
  );
}
