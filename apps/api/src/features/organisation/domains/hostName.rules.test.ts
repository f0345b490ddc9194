import { describe, expect, test } from 'vitest';
import { readHostName, shownHost } from './hostName.rules.ts';

const own = ['portal.vitrine.com.br'];
const refusalOf = (given: string) => {
  const read = readHostName(given, own);
  return 'refusal' in read ? read.refusal : null;
};

describe('a name that is asked for', () => {
  test.each([
    ['relatorios.aurora.com.br', 'relatorios.aurora.com.br'],
    ['  Relatorios.Aurora.COM.BR. ', 'relatorios.aurora.com.br'],
    ['bi.empresa.com', 'bi.empresa.com'],
    ['a.b.c.empresa.co.uk', 'a.b.c.empresa.co.uk'],
    ['relatórios.ação.com.br', 'xn--relatrios-96a.xn--ao-siap.com.br'],
  ])('%s is %s', (given, host) => expect(readHostName(given, own)).toEqual({ host }));

  test.each([
    ['empresa.com.br', 'domain_root'],
    ['com.br', 'domain_unreal'],
    ['empresa.com', 'domain_root'],
    ['ação.com.br', 'domain_root'],
    ['localhost', 'domain_unreal'],
    ['portal.local', 'domain_unreal'],
    ['bi.empresa.internal', 'domain_unreal'],
    ['192.168.0.1', 'domain_form'],
    ['http://bi.empresa.com', 'domain_form'],
    ['bi.empresa.com:8080', 'domain_form'],
    ['bi.empresa.com/x', 'domain_form'],
    ['*.empresa.com', 'domain_form'],
    ['_portal-verify.empresa.com', 'domain_form'],
    ['bi..empresa.com', 'domain_form'],
    ['-bi.empresa.com', 'domain_form'],
    [`${'a'.repeat(64)}.empresa.com`, 'domain_form'],
    ['bi empresa.com', 'domain_form'],
    ['', 'domain_form'],
    ['www.empresa.com', 'domain_reserved'],
    ['mail.empresa.com.br', 'domain_reserved'],
    ['portal.vitrine.com.br', 'domain_own'],
    ['cliente.portal.vitrine.com.br', 'domain_own'],
    ['vitrine.com.br', 'domain_own'],
    ['portal.vltrine.com.br', 'domain_alike'],
    ['portal.v1trine.com.br', 'domain_alike'],
    ['entrar.vítrine.com.br', 'domain_alike'],
    ['portal-vitrine.com.br.empresa.com', 'domain_alike'],
    ['vitrine.com.br.empresa.com', 'domain_alike'],
    ['bi.vitrіne.com.br', 'domain_letters'],
    ['bi.xn--a.com', 'domain_letters'],
  ])('%s is refused: %s', (given, refusal) => expect(refusalOf(given)).toBe(refusal));

  test('is shown as people write it', () => {
    expect(shownHost('xn--relatrios-96a.xn--ao-siap.com.br')).toBe('relatórios.ação.com.br');
    expect(shownHost('bi.empresa.com')).toBe('bi.empresa.com');
  });
});
