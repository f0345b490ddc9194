import { useStale } from '#platform/query.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from './listPage.tsx';
import type { Resource, ResourceRow } from './types.ts';
import { usePanels } from './usePanels.ts';
import { useRemoval } from './useRemoval.tsx';
import { useRowActions } from './useRowActions.tsx';

const ResourcePanel = onDemand(async () => (await import('./resourcePanel.tsx')).ResourcePanel);

/** The screen of a `Resource`. What is being added or edited stands in the address (`?edit=new`, `?edit=<id>`). */
export function ResourcePage<Row extends ResourceRow>({ resource }: { resource: Resource<Row> }) {
  const stale = useStale();
  const { form, remove } = resource;
  const list = useList(resource.list, { name: resource.name, filters: resource.filters?.map((filter) => filter.key) ?? [] });
  const { opened, show, close } = usePanels('edit');
  const editing = useNamedRow(list.rows, resource.get, opened.edit);
  const edit = useRowActions().edit<Row>(({ id }) => show({ edit: id }));
  const changed = () => stale(resource.list, resource.get);
  const removal = useRemoval<Row>({ ...remove, onRemoved: changed });
  return (
    <ListPage
      title={resource.title}
      {...(resource.description ? { description: resource.description } : {})}
      list={list}
      columns={resource.columns}
      filters={resource.filters ?? []}
      add={{ label: form.addLabel, run: () => show({ edit: 'new' }) }}
      actions={[edit, ...(resource.actions ?? []), removal.action]}
      onOpen={({ id, can }) => can.edit && show({ edit: id })}
      empty={resource.empty}
    >
      {opened.edit === 'new' || editing ? (
        <ResourcePanel
          key={editing?.id ?? 'new'}
          title={editing ? form.editLabel : form.addLabel}
          fields={form.fields(editing ?? null)}
          initial={form.values(editing ?? null)}
          toBody={(values) => form.toBody?.(values, editing ?? null) ?? values}
          endpoint={editing ? form.update : form.add}
          row={editing ?? null}
          success={form.done(editing ?? null)}
          onSaved={() => void changed()}
          onClose={close}
        />
      ) : null}
      {removal.dialog}
    </ListPage>
  );
}
