import { expect, test } from 'vitest';
import { zoneName, zonePlace } from './zoneName.ts';

const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const;

test.each([
  ['America/Sao_Paulo', ['Horário de Brasília', 'Brasilia Time', 'Hora de Brasilia', 'Hora de Brasília']],
  ['America/Manaus', ['Horário do Amazonas', 'Amazon Time', 'Hora del Amazonas', 'Hora do Amazonas']],
  ['America/New_York', ['Horário do Leste', 'Eastern Time', 'Hora oriental', 'Hora oriental norte-americana']],
  ['Europe/Lisbon', ['Horário da Europa Ocidental', 'Western European Time', 'Hora de Europa occidental', 'Hora da Europa Ocidental']],
  ['Asia/Kolkata', ['Horário da Índia', 'India Time', 'Hora de la India', 'Hora da Índia']],
])('%s has a name in every language, that of the zone and not of a season', (zone, names) => {
  expect(languages.map((language) => zoneName(zone, language))).toEqual(names);
});

test('a zone without a name keeps its distance, and what is no zone stays as it is', () => {
  expect(zoneName('Etc/GMT+3', 'pt-BR')).toBe('GMT-03:00');
  expect(zoneName('UTC', 'pt-BR')).toBe('Horário Universal Coordenado');
  expect(zoneName('Lua/Mar_da_Tranquilidade', 'pt-BR')).toBe('Lua/Mar_da_Tranquilidade');
});

test('no zone of this machine is told by its id, nor as standard or summer time', () => {
  const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    languages.flatMap((language) => {
      const name = zoneName(zone, language);
      return name === zone || /padrão|standard|estándar|verão|summer|daylight|verano/i.test(name) ? [`${language} ${zone}: ${name}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('zones of one name are told apart by their place', () => {
  expect(['America/Sao_Paulo', 'America/Porto_Velho', 'America/Argentina/Buenos_Aires', 'UTC'].map(zonePlace)).toEqual([
    'São Paulo',
    'Porto Velho',
    'Buenos Aires',
    'UTC',
  ]);
});
