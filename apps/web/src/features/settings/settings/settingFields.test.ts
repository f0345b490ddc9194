import { configurationDefaults } from '@vitrine/contract/settings/settings.ts';
import { expect, test } from 'vitest';
import { valuesOf } from './formValues.ts';
import type { SettingsSection } from './settingFields.ts';
import { visibleSections } from './settingFields.ts';

const values = valuesOf(configurationDefaults);
const sections: SettingsSection[] = [
  { key: 'reports', title: 'Relatórios', settings: [{ kind: 'switch', name: 'show_name_report', label: 'Mostrar o nome' }] },
  {
    key: 'password',
    title: 'Senhas',
    settings: [
      { kind: 'switch', name: 'enable_password', label: 'Regras próprias', description: 'Número de caracteres' },
      { kind: 'number', name: 'min_character', label: 'Mínimo', when: ({ enable_password }) => enable_password === true },
    ],
  },
];
const names = (found: SettingsSection[]) => found.flatMap(({ settings }) => settings.map(({ name }) => name));

test('finds settings by section, label and description, without regard to case and accents', () => {
  expect(names(visibleSections(sections, values, 'RELATORIOS'))).toEqual(['show_name_report']);
  expect(names(visibleSections(sections, values, 'numero'))).toEqual(['enable_password']);
  expect(visibleSections(sections, values, 'nada disso')).toEqual([]);
});

test('leaves out what makes no sense with the present values', () => {
  expect(names(visibleSections(sections, values, ''))).toEqual(['show_name_report', 'enable_password']);
  expect(names(visibleSections(sections, { ...values, enable_password: true }, 'senhas'))).toEqual(['enable_password', 'min_character']);
});
