import type { VisualDefinition } from '../../definitions/report.ts';
import { typesFor } from '../state/editing.ts';
import { fieldName, sameField } from '../../visuals/view/fields.ts';
import { commandDisplay, hostCommands } from '../../visuals/view/settings.ts';
import type { Settings, VisualCommand } from '../../visuals/view/settings.ts';
import type { Sort } from '../../visuals/view/view.ts';
import type { Say } from '../../visuals/words/words.ts';
import type { Frame } from './frame.ts';
import type { MenuItem } from './menu.ts';

/** What an author may do to a visual. */
export type AuthorTools = {
  retype: (type: VisualDefinition['type']) => void;
  retitle: (visual: VisualDefinition) => Promise<void>;
};

export type VisualMenuHost = {
  settings: Settings;
  say: Say;
  download: (frame: Frame) => void;
  focus: (frame: Frame, withTable: boolean) => void;
  sort: (frame: Frame, sort: Sort) => void;
  command: (frame: Frame, name: string) => void;
  edit: AuthorTools | undefined;
};

const unsorted = new Set(['card', 'kpi', 'scatterChart', 'map', 'textbox', 'slicer', 'actionButton']);
const mostSortFields = 6;

function authorItems(definition: VisualDefinition, say: Say, { retype, retitle }: AuthorTools): MenuItem[] {
  const types = typesFor(definition).map((type): MenuItem => ({
    label: say(`type_${type}`),
    checked: type === definition.type,
    run: () => retype(type),
  }));
  return [{ label: say('edit_title'), run: () => void retitle(definition) }, ...(types.length > 0 ? ['line' as const, ...types] : [])];
}

/** What a visual's menu offers, as far as the host has not switched it off. */
export function visualMenu(frame: Frame, host: VisualMenuHost): MenuItem[] {
  const { say, settings } = host;
  const { definition } = frame;
  if (host.edit) return authorItems(definition, say, host.edit);
  const item = (command: VisualCommand, label: string, run: () => void): MenuItem[] => {
    const display = commandDisplay(settings, command, definition);
    return display === 2 ? [] : [{ label, disabled: display === 1, run }];
  };
  const own = hostCommands(settings, definition);
  const ofHost = (top: boolean): MenuItem[] =>
    own.filter((one) => one.top === top).map(({ title, name }) => ({ label: title, run: () => host.command(frame, name) }));
  const items: MenuItem[] = [
    ...ofHost(true),
    ...item('exportData', say('export_data'), () => host.download(frame)),
    ...item('seeData', say('show_table'), () => host.focus(frame, true)),
    ...item('focusMode', say('focus_mode'), () => host.focus(frame, false)),
    ...ofHost(false),
  ];
  if (unsorted.has(definition.type) || commandDisplay(settings, 'sort', definition) !== 0) return items;

  const sort = frame.drawn()?.model.sort;
  const fields = [...definition.category.slice(0, 2), ...definition.values].slice(0, mostSortFields);
  const byField = fields.map((field): MenuItem => {
    const checked = sort !== undefined && sameField(sort.field, field);
    const direction = 'measure' in field || 'aggregation' in field ? 'descending' : 'ascending';
    return { label: say('sort_by', { field: fieldName(field) }), checked, run: () => host.sort(frame, { field, direction }) };
  });
  if (byField.length) items.push('line', ...byField);
  if (sort) {
    const byDirection = (['ascending', 'descending'] as const).map((direction): MenuItem => ({
      label: say(direction),
      checked: sort.direction === direction,
      run: () => host.sort(frame, { field: sort.field, direction }),
    }));
    items.push('line', ...byDirection);
  }
  return items;
}
