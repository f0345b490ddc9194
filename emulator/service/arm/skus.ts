import type { Capacity } from '../capacity.ts';

type Provider = Capacity['provider'];

/** Sizes of the two providers, smallest first (docs/reference/powerbi.md A9). */
export const skuNames: Record<Provider, readonly string[]> = {
  'Microsoft.Fabric': ['F2', 'F4', 'F8', 'F16', 'F32', 'F64', 'F128', 'F256', 'F512', 'F1024', 'F2048'],
  'Microsoft.PowerBIDedicated': ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'],
};

export const skuTiers: Record<Provider, string> = { 'Microsoft.Fabric': 'Fabric', 'Microsoft.PowerBIDedicated': 'PBIE_Azure' };

/** US dollars an hour for the smallest size. A list price of 2025, to show savings by; a real bill depends on region and contract. */
const smallestHourly: Record<Provider, number> = { 'Microsoft.Fabric': 0.36, 'Microsoft.PowerBIDedicated': 1.008 };

/** Every size costs twice the one before it. */
export const hourlyUsd = ({ provider, sku }: Pick<Capacity, 'provider' | 'sku'>): number =>
  smallestHourly[provider] * 2 ** Math.max(0, skuNames[provider].indexOf(sku));

/** What a capacity costs at this moment, in US dollars a second: nothing while it is paused. */
export const costPerSecond = (capacity: Capacity): number => (capacity.paused ? 0 : hourlyUsd(capacity) / 3_600);

/** Adds what was spent since it was added last; called before everything that changes the cost. */
export const settleCost = (capacity: Capacity, now: number): void => {
  const since = capacity.spent_until_ms ?? now;
  capacity.spent_usd += (Math.max(0, now - since) / 1_000) * costPerSecond(capacity);
  capacity.spent_until_ms = now;
};
