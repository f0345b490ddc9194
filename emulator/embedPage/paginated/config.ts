import type { ISettings } from 'powerbi-models';
import { isRecord } from '../../definitions/isRecord.ts';
import { embedTokenType } from '../session/config.ts';

/** A value of a parameter; null is none, not even its default. */
export type GivenValue = { name: string; value: string | null };

/** What the host asked for, read from the body of load. */
export type PaginatedConfig = {
  accessToken: string;
  isEmbedToken: boolean;
  id: string;
  groupId?: string | undefined;
  given: GivenValue[];
  settings: ISettings;
  /** The bar of parameters: there, and open. */
  panel: { shown: boolean; open: boolean };
  contrastMode: number;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** As it would be typed. */
const valueText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const givenValues = (values: unknown): GivenValue[] =>
  (Array.isArray(values) ? values : []).flatMap((one): GivenValue[] => {
    if (!isRecord(one) || typeof one.name !== 'string') return [];
    return [{ name: one.name, value: valueText(one.value) }];
  });

/** `settings.commands.parameterPanel` of powerbi-models: `{ enabled, expanded }`. A phone has its room for the report. */
const panelOf = (settings: Record<string, unknown>): PaginatedConfig['panel'] => {
  const commands = isRecord(settings.commands) ? settings.commands : {};
  const panel = isRecord(commands.parameterPanel) ? commands.parameterPanel : {};
  const isWide = window.matchMedia('(min-width: 641px)').matches;
  return { shown: panel.enabled !== false, open: typeof panel.expanded === 'boolean' ? panel.expanded : isWide };
};

export function readPaginatedConfig(body: unknown, address: URLSearchParams): PaginatedConfig {
  const config = isRecord(body) ? body : {};
  const settings = isRecord(config.settings) ? config.settings : {};
  return {
    accessToken: text(config.accessToken) ?? '',
    isEmbedToken: config.tokenType === embedTokenType,
    id: text(config.id) ?? address.get('reportId') ?? '',
    groupId: text(config.groupId) ?? address.get('groupId') ?? undefined,
    given: givenValues(config.parameterValues),
    settings: structuredClone(settings),
    panel: panelOf(settings),
    contrastMode: typeof config.contrastMode === 'number' ? config.contrastMode : 0,
  };
}
