import type { ISettings } from 'powerbi-models';
import { isRecord } from '../../definitions/isRecord.ts';

export const layoutType = { master: 0, custom: 1, mobilePortrait: 2, mobileLandscape: 3 } as const;
export const displayOption = { fitToPage: 0, fitToWidth: 1, actualSize: 2 } as const;

export type Settings = ISettings;

export type ChromeSettings = {
  filters: { visible: boolean; expanded: boolean };
  navigation: { visible: boolean; left: boolean };
  actionBar: boolean;
  statusBar: boolean;
  transparent: boolean;
  hideErrors: boolean;
};

/** What the chrome shows. `panes` and `bars` win over the two older switches. */
export function chromeSettings(settings: Settings): ChromeSettings {
  const { filters, pageNavigation } = settings.panes ?? {};
  const { actionBar, statusBar } = settings.bars ?? {};
  return {
    filters: {
      visible: filters?.visible ?? settings.filterPaneEnabled ?? true,
      expanded: filters?.expanded ?? false,
    },
    navigation: {
      visible: pageNavigation?.visible ?? settings.navContentPaneEnabled ?? true,
      left: pageNavigation?.position === 1,
    },
    actionBar: actionBar?.visible ?? false,
    statusBar: statusBar?.visible ?? false,
    transparent: settings.background === 1,
    hideErrors: settings.hideErrors ?? false,
  };
}

export function zoomLevel(settings: Settings): number {
  const zoom = settings.zoomLevel ?? 1;
  return Number.isFinite(zoom) ? Math.min(4, Math.max(0.25, zoom)) : 1;
}

const fits = (selector: unknown, visual: { name: string; type: string }): boolean => {
  if (!isRecord(selector)) return true;
  if (typeof selector.visualName === 'string') return selector.visualName === visual.name;
  if (typeof selector.visualType === 'string') return selector.visualType === visual.type;
  return true;
};

/** Whether a visual has its header; a later rule and a rule for the visual itself win. */
export function headerVisible(settings: Settings, visual: { name: string; type: string }): boolean {
  const rules = (settings.visualSettings?.visualHeaders ?? []).filter((rule) => fits(rule.selector, visual));
  const special = rules.findLast((rule) => rule.selector !== undefined);
  return (special ?? rules.at(-1))?.settings.visible ?? true;
}

export type VisualCommand = 'exportData' | 'seeData' | 'sort' | 'focusMode';

/** How a command of the visual's menu is offered: 0 enabled, 1 disabled, 2 hidden. */
export function commandDisplay(settings: Settings, command: VisualCommand, visual: { name: string; type: string }): 0 | 1 | 2 {
  const lists = Array.isArray(settings.commands) ? settings.commands : [];
  const rules = lists.map((list) => list[command]).filter((rule) => rule !== undefined && fits(rule.selector, visual));
  const option: number = rules.at(-1)?.displayOption ?? 0;
  return option === 1 || option === 2 ? option : 0;
}

/** A command of the host in the menus of visuals. */
export type HostCommand = { name: string; title: string; top: boolean };

function hostCommand(item: unknown, visual: { name: string; type: string }): HostCommand[] {
  const command = isRecord(item) ? item.command : undefined;
  if (!isRecord(command) || typeof command.name !== 'string' || !fits(command.selector, visual) || !isRecord(command.extend)) return [];
  const place = command.extend.visualOptionsMenu ?? command.extend.visualContextMenu;
  if (!isRecord(place)) return [];
  const title = [place.title, command.title].find((one): one is string => typeof one === 'string' && one !== '') ?? command.name;
  return [{ name: command.name, title, top: place.menuLocation === 1 }];
}

/** The commands that the host adds to a visual's menu: a list, or the list within `{ commands }`. */
export function hostCommands(settings: Settings, visual: { name: string; type: string }): HostCommand[] {
  const { extensions }: { extensions?: unknown } = settings;
  const list = isRecord(extensions) ? extensions.commands : extensions;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => hostCommand(isRecord(item) && item.command === undefined ? { command: item } : item, visual));
}
