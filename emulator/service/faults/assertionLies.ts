/** How the assertion of somebody who signed in by SAML may not be what it ought to be. */
export const assertionLies = [
  'issuer',
  'audience',
  'no_audience',
  'recipient',
  'destination',
  'in_response_to',
  'no_in_response_to',
  'expired',
  'future',
  'failed',
  'unsigned',
  'other_key',
  'tampered',
] as const;
export type AssertionLie = (typeof assertionLies)[number];
