/** The name under which a business unit is reached: the first part of its host. */
import { z } from 'zod';

/** Names that people would take for the portal itself, for mail, or for somebody who answers for it. */
const reservedSubdomains: readonly string[] = [
  'account accounts admin administrator administrador api app apps assets auth autoconfig autodiscover',
  'billing blog cdn cobranca conta contato dashboard demo dev dns docs domain email entrar example',
  'faq fatura faturas files ftp help helpdesk host hostmaster id imap img info intranet invoice',
  'legal local localhost login logout mail manager master mta mx network noreply ns ns1 ns2 ns3 oauth operator operador',
  'pagamento painel parceiro partner partners pay payment pop pop3 portal postmaster privacy privacidade proxy public',
  'root saml sac security seguranca server shop sign-in signin site smtp sso staff static status suporte support system',
  'sysadmin test teste tls trust update uploads user users verify vitrine vpn webmail webmaster wpad www www1 www2',
].flatMap((line) => line.split(' '));

/**
 * How a subdomain looks to somebody who reads quickly. Subdomains are of a to z, digits and hyphens, so of Unicode's confusable
 * characters (UTS 39) these are the ones that can occur. The function `subdomain_look` of the database says the same.
 */
export const subdomainLook = (subdomain: string): string =>
  subdomain.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('-', '');

const reservedLooks = new Set(reservedSubdomains.map(subdomainLook));

/** 3 to 40 characters of a–z, 0–9 and single hyphens inside; `xn--` would be another alphabet in disguise. */
export const subdomain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'required')
  .regex(/^(?=.{3,40}$)[a-z0-9]+(-[a-z0-9]+)*$/, 'subdomain_form')
  .refine((name) => !reservedLooks.has(subdomainLook(name)), 'subdomain_reserved');
