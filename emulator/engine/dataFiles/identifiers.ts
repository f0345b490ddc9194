/** Numbers that name something, and are not to be added up: told by the name of their column, or by their values. */

/** Words of a name in Portuguese, English and Spanish, without accents. */
const naming = new Set(
  `id ids uuid guid cod codigo code cep zip postal cnpj cpf cuit cuil rut nif nit nie dni rfc ein ssn ean gtin upc sku ncm cfop ibge isbn
  ano anio year mes month dia day semana week trimestre quarter hora hour safra exercicio ejercicio
  numero num number nro no nr n ref referencia reference registro matricula protocolo ticket chave clave key serie serial lote batch
  telefone phone telefono tel celular fone movil mobile ramal extension whatsapp fax
  pedido order orden encomenda nf nfe nfce fiscal invoice factura fatura boleto documento document doc contrato contract conta cuenta account
  agencia branch placa latitude latitud longitude longitud lat lng lon`.split(/\s+/),
);

/** Words of what is counted, weighed or paid, whatever else the name says. */
const measuring = new Set(
  `valor value amount total totais totals totales soma sum suma quantidade quantidades qtd qtde qtda quant cantidad quantity qty count
  contagem receita revenue ingreso ingresos faturamento facturacion venda vendas venta ventas sales custo custos cost costs costo coste
  preco price precio importe saldo balance lucro profit margem margin desconto discount descuento peso weight volume meta target
  media average percentual percent taxa rate idade age edad`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[º°]/g, 'o ')
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The number of somethings is a quantity. */
const isCountOfSeveral = /^(?:num|numero|number|nro|no|n) (?:de|of|do|da|dos|das) \w+s$/;

const isMeasuring = (words: string[]): boolean => words.some((word) => measuring.has(word)) || isCountOfSeveral.test(words.join(' '));

/** Whether the name of a column says that its numbers name something. */
export const isNamedIdentifier = (name: string): boolean => {
  const words = wordsOf(name);
  return !isMeasuring(words) && words.some((word) => naming.has(word));
};

export type WholeNumbers = { count: number; distinct: number; least: number; most: number };

const leastRows = 10;
const longIdentifier = 10_000;

const digitsOf = (value: number): number => String(Math.abs(value)).length;

/** Nearly every row has one of its own, and they follow each other or have all as many digits. */
const numbersRows = ({ count, distinct, least, most }: WholeNumbers): boolean =>
  count >= leastRows &&
  // The database counts different values nearly.
  distinct >= count * 0.9 &&
  least >= 0 &&
  (most - least < count * 1.5 || (least >= longIdentifier && digitsOf(least) === digitsOf(most)));

const isYears = ({ count, distinct, least, most }: WholeNumbers): boolean =>
  least >= 1900 && most <= 2100 && (distinct > 1 || count === 1 || least >= 1950);

/** Whether whole numbers name something: by their name, or because they number the rows, or are years. */
export const isIdentifier = (name: string, numbers: WholeNumbers): boolean =>
  isNamedIdentifier(name) || (!isMeasuring(wordsOf(name)) && numbers.count > 0 && (numbersRows(numbers) || isYears(numbers)));
