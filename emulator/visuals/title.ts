import type { VisualDefinition } from '../definitions/report.ts';
import { fieldName } from './view/fields.ts';
import type { Say } from './words/words.ts';

/** The author's title, or what the visual shows. */
export function titleOf(definition: VisualDefinition, say: Say): string {
  if (definition.title) return definition.title;
  const values = definition.values.map(fieldName).join(', ');
  const category = definition.category.map(fieldName).join(', ');
  return values && category ? say('title_by', { values, category }) : values || category;
}
