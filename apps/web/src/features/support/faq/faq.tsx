import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Faq as Question } from '#endpoints/support/faq.ts';
import { list as searchesEndpoint } from '#endpoints/support/faqSearches.ts';
import { hide, list as inheritedEndpoint } from '#endpoints/support/inheritedFaq.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { LevelTabs, useUnitOrPartner } from '#shell/levelTabs.tsx';
import { useViewer } from '#shell/viewer.ts';
import type { RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import css from './faq.module.css';
import type { Level } from './faqDesks.ts';
import { deskOf } from './faqDesks.ts';
import { FaqEntry } from './faqEntry.tsx';
import { FaqTopics } from './faqTopics.tsx';
import { useUnanswered } from './useUnanswered.ts';

const FaqPanel = onDemand(async () => (await import('./faqPanel.tsx')).FaqPanel);
const FaqSearches = onDemand(async () => (await import('./faqSearches.tsx')).FaqSearches);
const InheritedFaq = onDemand(async () => (await import('./inheritedFaq.tsx')).InheritedFaq);

/**
 * `/faq`: everybody reads and searches, administrators edit in the same place; partners write for all of their units
 * (`?level=partner`), the operator for everybody.
 */
export function Faq() {
  const { role } = useViewer();
  const asked = useUnitOrPartner();
  const level = role === 'operator' ? 'platform' : asked;
  return <Questions key={level} level={level} />;
}

/** What may be done with a question, as far as its row allows. */
function useActions(show: (id: string) => void, removal: RowAction<Question>, changed: () => Promise<void>): RowAction<Question>[] {
  const { t } = useTranslation('faq');
  const put = (hidden: boolean) => (row: Question) =>
    call(hide, { params: { id: row.id }, body: { hidden } })
      .catch((error: unknown) => toast.failure(error))
      .then(changed);
  // Who sees how many an answer helped writes the unit's own.
  const isInherited = ({ can, votes }: Question) => !can.edit && votes !== null;
  return [
    useRowActions().edit(({ id }) => show(id)),
    removal,
    {
      key: 'hide',
      label: t('hide'),
      icon: <IconEyeOff size={16} />,
      when: (row) => isInherited(row) && !row.hidden,
      run: (row) => void put(true)(row),
    },
    {
      key: 'show',
      label: t('show'),
      icon: <IconEye size={16} />,
      when: (row) => isInherited(row) && row.hidden,
      run: (row) => void put(false)(row),
    },
  ];
}

function Questions({ level }: { level: Level }) {
  const { t } = useTranslation('faq');
  const stale = useStale();
  const desk = deskOf(level);
  const list = useList<Question>(desk.list, { name: level === 'unit' ? 'page_faq' : 'page_shared_faq' });
  const writes = list.can?.add === true;
  const ofUnit = { enabled: writes && level === 'unit' };
  const searches = useEndpoint(searchesEndpoint, {}, ofUnit).data?.data;
  const inherited = useEndpoint(inheritedEndpoint, {}, ofUnit).data?.data ?? [];
  useUnanswered(list.view.state.q, level === 'unit' && list.rows?.length === 0 && !list.refreshing);
  const { opened, show, close } = usePanels('edit', 'answers');
  const named = useNamedRow(list.rows, desk.get, opened.edit);
  const edited = named?.can.edit ? named : null;
  const answered = searches?.find(({ id }) => id === opened.answers) ?? null;
  const changed = () => stale(desk.list, desk.get, searchesEndpoint);
  const [turns] = useState(createTurns);
  const removal = useRemoval<Question>({
    endpoint: desk.remove,
    nameOf: ({ question }) => question,
    done: () => t('removed'),
    losses: () => ({ goes: t('remove_goes') }),
    onRemoved: changed,
  });
  const actions = useActions((id) => show({ edit: id }), removal.action, changed);
  const order = (rows: Question[]) =>
    turns
      .take(() => desk.order(rows.map(({ id }) => id)))
      .catch((error: unknown) => toast.failure(error))
      .then(changed);
  return (
    <div {...(searches ? { className: css.beside } : {})}>
      <div>
        <ListPage
          title={t('title')}
          description={t(`description_${level}`)}
          tabs={<LevelTabs label={t('title')} partner={t('level_partner')} />}
          list={list}
          columns={[]}
          {...(writes ? { add: { label: t('add'), run: () => show({ edit: 'new' }) } } : {})}
          empty={{ title: t('empty_title'), text: t(`empty_text_${level}`) }}
          cards={(rows = []) => (
            <FaqTopics rows={rows} onOrder={order}>
              {(row) => <FaqEntry row={row} at={level} actions={actions} onChanged={changed} />}
            </FaqTopics>
          )}
        >
          {writes && ((opened.edit === 'new' && (!opened.answers || searches)) || edited) ? (
            <FaqPanel
              key={edited?.id ?? answered?.id ?? 'new'}
              level={level}
              row={edited}
              answered={answered}
              onSaved={() => void changed()}
              onClose={close}
            />
          ) : null}
          {removal.dialog}
        </ListPage>
      </div>
      {searches ? (
        <div className={css.aside}>
          <FaqSearches searches={searches} onAnswer={({ id }) => show({ edit: 'new', answers: id })} />
          {inherited.length > 0 ? <InheritedFaq levels={inherited} /> : null}
        </div>
      ) : null}
    </div>
  );
}
