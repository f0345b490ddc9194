import { defaultColours } from '@vitrine/contract/theme.ts';
import { expect, test } from 'vitest';
import { mailBrand } from './mailBrand.ts';

const theme = { name: 'Aurora', colours: defaultColours, logo: '/api/files/1/0.key', favicon: null, show_background_image: true };

test('the logo is asked for at the host that the mail leads to, and at no other', () => {
  const { brand } = mailBrand({ title: 'Relatórios', unit_name: 'Lojas Aurora', theme }, 'https://aurora.example');
  expect(brand).toEqual({ name: 'Lojas Aurora', logo: 'https://aurora.example/api/files/1/0.key' });
});

test('outside of a unit the title stands for its name', () => {
  const { brand, colours } = mailBrand({ title: 'Relatórios', unit_name: null, theme: { ...theme, logo: null } }, 'https://portal.example');
  expect(brand).toEqual({ name: 'Relatórios', logo: null });
  expect(colours).toMatchObject({ button: '#2f5bd3', card: '#ffffff', background: '#f6f7f9' });
});
