/** The endpoints of a ticket: the operator has its own, which know nothing but what was escalated to it. */
import type { Mentionable } from '@vitrine/contract/support/helpDesk.ts';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import {
  assign,
  edit,
  editEscalated,
  escalate,
  escalated,
  get,
  list,
  mentionable,
  mentionableEscalated,
  say,
  sayEscalated,
  setEscalatedState,
  setState,
  takeEscalated,
} from '#endpoints/support/helpDesk.ts';
import { call } from '#platform/http.ts';
import { currentUser } from '#platform/session.ts';

type Words = { text: string; internal: boolean; mention_ids: string[]; attachment_ids: string[] };
type Answer = Promise<WholeTicket>;

const ofUnit = {
  get,
  attaches: true,
  tells: true,
  say: (id: string, body: Words): Answer => call(say, { params: { id }, body }),
  mentionable: (id: string, { q, internal }: { q: string; internal: boolean }): Promise<{ people: Mentionable[] }> =>
    call(mentionable, { params: { id }, query: { q, internal: String(internal) } }),
  edit: (id: string, entry_id: string, text: string): Answer => call(edit, { params: { id, entry_id }, body: { text } }),
  take: (id: string): Answer => call(assign, { params: { id }, body: { assignee_id: currentUser()?.id ?? null } }),
  setState: (id: string, resolved: boolean): Answer => call(setState, { params: { id }, body: { resolved } }),
  escalate: (id: string): Answer => call(escalate, { params: { id } }),
};
export type Uses = typeof ofUnit;

const ofOperator: Uses = {
  ...ofUnit,
  // Another path for the same question and answer; only the path is part of the type.
  get: escalated as unknown as typeof get,
  // Files belong to the unit.
  attaches: false,
  // What is told goes to people in the unit, where the operator is not.
  tells: false,
  say: (id, { text, internal, mention_ids }) => call(sayEscalated, { params: { id }, body: { text, internal, mention_ids } }),
  mentionable: (id, { q, internal }) => call(mentionableEscalated, { params: { id }, query: { q, internal: String(internal) } }),
  edit: (id, entry_id, text) => call(editEscalated, { params: { id, entry_id }, body: { text } }),
  take: (id) => call(takeEscalated, { params: { id } }),
  setState: (id, resolved) => call(setEscalatedState, { params: { id }, body: { resolved } }),
};

export const usesOf = (role: string): Uses => (role === 'operator' ? ofOperator : ofUnit);

/** What is read again when something was said or done. */
export const touched = (uses: Uses) => [uses.get, list];
