/** Names of time zones: the same in the web, in the list of zones and in the audit log. */

/** Zones without summer time are called "standard" by Intl, which tells a reader nothing. */
const standard = /(?: (?:Standard|estándar)(?= |$))|(?<=^\p{L}+ )[Pp]adrão /u;

const nameIn = (zone: string, locale: string, timeZoneName: 'longGeneric' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ??
  zone;

/**
 * `Horário de Brasília` for `America/Sao_Paulo`: without summer or winter, because the zone is meant and not a day. A zone that has
 * no name keeps its distance, such as `GMT-03:00`; what is no zone of this machine is told as it is.
 */
export function zoneName(zone: string, locale: string): string {
  try {
    const generic = nameIn(zone, locale, 'longGeneric');
    const name = (generic.startsWith('GMT') ? nameIn(zone, locale, 'long') : generic).replace(standard, '');
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return zone;
  }
}

/** Cities whose names have letters that the ids of zones have not. */
const spelled: Record<string, string> = {
  Sao_Paulo: 'São Paulo',
  Belem: 'Belém',
  Maceio: 'Maceió',
  Cuiaba: 'Cuiabá',
  Araguaina: 'Araguaína',
  Santarem: 'Santarém',
  Eirunepe: 'Eirunepé',
  Noronha: 'Fernando de Noronha',
  Asuncion: 'Asunción',
  Bogota: 'Bogotá',
  Cordoba: 'Córdoba',
  Merida: 'Mérida',
  Cancun: 'Cancún',
  Panama: 'Panamá',
};

/** The place that a zone is named after, which tells zones of one name apart: `São Paulo` of `America/Sao_Paulo`. */
export function zonePlace(zone: string): string {
  const place = zone.split('/').at(-1) ?? zone;
  return spelled[place] ?? place.replaceAll('_', ' ');
}
