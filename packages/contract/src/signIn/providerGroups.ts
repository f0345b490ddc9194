/** Groups that a provider names of whoever comes in, and what they give here: one rule for every way in that names groups. */
import { id } from '../fields.ts';

/** What a group of the provider gives: a group of the unit, or without one the role of administrator. */
export const gives = { user_group_id: id.nullable() };

/** Groups of one provider that may be mapped. */
export const mappedAtMost = 100;
