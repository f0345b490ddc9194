import { expect, test } from 'vitest';
import { chromeSettings, commandDisplay, headerVisible, hostCommands, zoomLevel } from './settings.ts';

test('panes win over the older switches', () => {
  expect(chromeSettings({ filterPaneEnabled: false }).filters.visible).toBe(false);
  expect(chromeSettings({ filterPaneEnabled: false, panes: { filters: { visible: true } } }).filters.visible).toBe(true);
  expect(chromeSettings({ navContentPaneEnabled: false }).navigation.visible).toBe(false);
  expect(chromeSettings({ panes: { pageNavigation: { position: 1 } } }).navigation.left).toBe(true);
});

test('zoom stays between a quarter and four', () => {
  expect(zoomLevel({})).toBe(1);
  expect(zoomLevel({ zoomLevel: 9 })).toBe(4);
  expect(zoomLevel({ zoomLevel: 0 })).toBe(0.25);
});

test('a header rule for one visual wins over the rule for all', () => {
  const selector = { $schema: 'http://powerbi.com/product/schema#visualSelector', visualName: 'sales' };
  const settings = {
    visualSettings: { visualHeaders: [{ settings: { visible: true }, selector }, { settings: { visible: false } }] },
  };
  expect(headerVisible(settings, { name: 'sales', type: 'card' })).toBe(true);
  expect(headerVisible(settings, { name: 'stores', type: 'card' })).toBe(false);
  expect(headerVisible({}, { name: 'stores', type: 'card' })).toBe(true);
});

test('a command can be hidden for one kind of visual', () => {
  const selector = { $schema: 'http://powerbi.com/product/schema#visualTypeSelector', visualType: 'tableEx' };
  const settings = { commands: [{ exportData: { displayOption: 2, selector } }] };
  expect(commandDisplay(settings, 'exportData', { name: 't', type: 'tableEx' })).toBe(2);
  expect(commandDisplay(settings, 'exportData', { name: 'c', type: 'card' })).toBe(0);
  expect(commandDisplay(settings, 'sort', { name: 't', type: 'tableEx' })).toBe(0);
});

test('commands of the host stand in the menus of the visuals they are for', () => {
  const extend = { visualOptionsMenu: { title: 'Ask', menuLocation: 1 } };
  const settings = {
    extensions: {
      commands: [
        { command: { name: 'ask', title: 'x', extend } },
        { command: { name: 'cards', title: 'Cards only', selector: { visualType: 'card' }, extend: { visualContextMenu: {} } } },
        { command: { name: 'nowhere', title: 'y', extend: {} } },
      ],
    },
  };
  const names = (type: string) => hostCommands(settings as never, { name: 'v', type }).map(({ name, title, top }) => [name, title, top]);
  expect(names('card')).toEqual([
    ['ask', 'Ask', true],
    ['cards', 'Cards only', false],
  ]);
  expect(names('map')).toEqual([['ask', 'Ask', true]]);
  expect(hostCommands({}, { name: 'v', type: 'card' })).toEqual([]);
});
