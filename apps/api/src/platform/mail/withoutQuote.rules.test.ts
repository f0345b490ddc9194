import { expect, test } from 'vitest';
import { htmlText } from './htmlText.ts';
import { withoutQuote } from './withoutQuote.rules.ts';

const own = 'Da loja do centro.\nDesde ontem.';

test.each([
  ['Gmail, pt-BR', 'Em seg., 30 de nov. de 2026 às 10:00, Portal <portal@x.example> escreveu:\n\n> De qual loja?'],
  [
    'Gmail, pt-BR, broken line',
    'Em seg., 30 de nov. de 2026 às 10:00, Portal de relatórios\n<portal@x.example> escreveu:\n\n> De qual loja?',
  ],
  ['Gmail, pt-PT', 'Portal <portal@x.example> escreveu (segunda, 30/11/2026 à(s) 10:00):\n\n> De qual loja?'],
  ['Apple Mail, pt-PT', 'No dia 30/11/2026, às 10:00, Portal <portal@x.example> escreveu:\n\n> De qual loja?'],
  ['Thunderbird, pt-BR', 'Em 30/11/2026 10:00, Portal escreveu:\n> De qual loja?'],
  ['Gmail, es', 'El lun, 30 nov 2026 a las 10:00, Portal (<portal@x.example>) escribió:\n\n> ¿De qué tienda?'],
  ['Gmail, en', 'On Mon, Nov 30, 2026 at 10:00 AM Portal <portal@x.example> wrote:\n\n> Which store?'],
  ['Apple Mail, en', 'On 30 Nov 2026, at 10:00, Portal <portal@x.example> wrote:\n> \n> Which store?'],
  [
    'Outlook, pt-BR',
    '________________________________\nDe: Portal <portal@x.example>\nEnviado: segunda-feira, 30 de novembro de 2026 10:00\nPara: Ana\nAssunto: Resposta\n\nDe qual loja?',
  ],
  [
    'Outlook, without a line',
    'De: Portal <portal@x.example>\nEnviada em: segunda-feira, 30 de novembro de 2026 10:00\nPara: Ana\nAssunto: Resposta\n\nDe qual loja?',
  ],
  [
    'Outlook, bold',
    '*From:* Portal <portal@x.example>\n*Sent:* Monday, November 30, 2026 10:00 AM\n*To:* Ana\n*Subject:* An answer\n\nWhich store?',
  ],
  [
    'Outlook, es',
    'De: Portal <portal@x.example>\nEnviado el: lunes, 30 de noviembre de 2026 10:00\nPara: Ana\nAsunto: Respuesta\n\n¿De qué tienda?',
  ],
  ['Outlook, pt-PT', '-----Mensagem original-----\nDe: Portal\nEnviada: 30 de novembro de 2026 10:00\nPara: Ana\n\nDe que loja?'],
  ['old Outlook', '-----Original Message-----\nWhich store?'],
  ['nothing but quoted lines', '> De qual loja?\n> Obrigado'],
  ['a signature', '-- \nAna\nLoja Centro'],
  ['a telephone', 'Enviado do meu iPhone'],
  [
    'a telephone and a quote',
    'Enviado do meu iPhone\n\nEm 30 de nov. de 2026, à(s) 10:00, Portal <portal@x.example> escreveu:\n\n> De qual loja?',
  ],
])('what %s puts below one’s words is cut off', (_, quote) => {
  expect(withoutQuote(`${own}\n\n${quote}`)).toBe(own);
  expect(withoutQuote(`${own}\n\n${quote}`.replaceAll('\n', '\r\n'))).toBe(own);
});

test('a line that stands directly above the quote is one’s own', () => {
  expect(withoutQuote('A loja do centro\nEm seg., 30 de nov. de 2026 às 10:00, Portal <p@x.example> escreveu:\n> Qual?')).toBe(
    'A loja do centro',
  );
});

test.each([
  ['a sentence with such a word', 'A equipe escreveu o seguinte:\nnada mudou.'],
  ['one head-like line', 'De: janeiro\na março, o total está errado.'],
  ['a list with hyphens', 'Lojas:\n- Centro\n- Norte'],
  ['answers between quoted lines', '> Qual loja?\nCentro.\n> Desde quando?\nOntem.'],
])('%s stays', (_, text) => {
  expect(withoutQuote(text)).toBe(text);
});

test('whoever answers below the quote is read as well', () => {
  expect(withoutQuote('Em 30/11/2026 10:00, Portal escreveu:\n> De qual loja?\n\nDo centro.')).toBe('Do centro.');
  expect(withoutQuote('> De qual loja?')).toBe('');
});

test('a text made to take long does not', () => {
  const begin = performance.now();
  for (const text of [
    'Em '.repeat(60_000),
    'Em 2026 <a@'.repeat(15_000),
    '>'.repeat(190_000),
    'Em 10:00\n'.repeat(20_000),
    'De: a\n'.repeat(30_000),
  ])
    withoutQuote(text);
  expect(performance.now() - begin).toBeLessThan(5000);
});

test('of a mail with HTML alone, what is quoted is left out', () => {
  const gmail =
    '<div dir="ltr">Da loja<br>do centro.</div><div class="gmail_quote"><div>Em seg. escreveu:</div><blockquote>Qual?</blockquote></div>';
  expect(htmlText(gmail)).toBe('Da loja\ndo centro.');
  const outlook =
    '<html><head><style>p{}</style></head><body><p>Da&nbsp;loja.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">De: Portal</div><p>Qual?</p></body></html>';
  expect(withoutQuote(htmlText(outlook))).toBe('Da loja.');
  expect(htmlText('<script>alert(1)</script><p>Olá</p><p>Ana</p>')).toBe('Olá\n\nAna');
});
