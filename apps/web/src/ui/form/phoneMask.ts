/** A phone number while it is typed: with the country, grouped as people read it. Without a country it is Brazilian. */

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 15);

function brazilian(digits: string): string {
  const [area, rest] = [digits.slice(0, 2), digits.slice(2, 11)];
  if (rest === '') return area;
  const cut = rest.length > 8 ? 5 : 4;
  return `(${area}) ${rest.slice(0, cut)}${rest.length > cut ? `-${rest.slice(cut)}` : ''}`;
}

/** `11988887777` → `+55 (11) 98888-7777`; `+351912345678` → `+351 912 345 678`. */
export function maskPhone(text: string): string {
  const digits = digitsOf(text);
  if (digits === '') return text.trim().startsWith('+') ? '+' : '';
  if (!text.trim().startsWith('+')) return digits.length < 3 ? digits : `+55 ${brazilian(digits)}`;
  if (digits.startsWith('55')) return digits.length === 2 ? '+55' : `+55 ${brazilian(digits.slice(2))}`;
  const country = digits.slice(0, digits.startsWith('1') ? 1 : Math.min(3, digits.length));
  return `+${country} ${digits.slice(country.length).replaceAll(/(\d{3})(?=\d)/g, '$1 ')}`.trim();
}
