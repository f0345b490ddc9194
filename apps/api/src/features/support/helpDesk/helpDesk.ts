/** Tickets of a unit: opened, worked on, and escalated to the partner and from there to the operator (docs/reference/product-rules.md 15). */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import * as hints from '@vitrine/contract/support/ticketSuggestions.ts';
import * as ties from '@vitrine/contract/support/ticketMaintenance.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { deskOf, operatorDesk } from './desk.ts';
import { exportTickets } from './exportTickets.ts';
import { listTickets } from './listTickets.ts';
import { tellPresence } from './presence.ts';
import { rateTicket } from './rateTicket.ts';
import { findMentionable } from './mentions.ts';
import { mergeTicket } from './mergeTicket.ts';
import { maintenancesFor, tieTicket } from './ticketMaintenance.ts';
import { ticketSuggestions } from './ticketSuggestions.ts';
import { getTicket } from './readTicket.ts';
import { agentsFor, assignTicket, escalateTicket, setTicketState, takeTicket, updateTicket } from './workOnTicket.ts';
import { editEntry, openTicket, sayAbout } from './writeTicket.ts';

export function helpDesk(serve: Serve): void {
  serve(contract.list, (ctx, { query }) => listTickets(ctx, deskOf(ctx), query));
  serve(contract.exportList, (ctx, { query }) => exportTickets(ctx, deskOf(ctx), query));
  serve(contract.get, (ctx, { params: { id } }) => getTicket(ctx, deskOf(ctx), id));
  serve(contract.add, (ctx, { body }) => openTicket(ctx, deskOf(ctx), body));
  serve(contract.say, (ctx, { params: { id }, body }) => sayAbout(ctx, deskOf(ctx), id, body));
  serve(contract.edit, (ctx, { params, body }) => editEntry(ctx, deskOf(ctx), { ...params, ...body }));
  serve(contract.setState, (ctx, { params: { id }, body }) => setTicketState(ctx, deskOf(ctx), id, body.resolved));
  serve(contract.assign, (ctx, { params: { id }, body }) => assignTicket(ctx, deskOf(ctx), id, body.assignee_id));
  serve(contract.rate, (ctx, { params: { id }, body }) => rateTicket(ctx, deskOf(ctx), id, body));
  serve(contract.update, (ctx, { params: { id }, body }) => updateTicket(ctx, deskOf(ctx), id, body));
  serve(contract.escalate, (ctx, { params: { id } }) => escalateTicket(ctx, deskOf(ctx), id));
  serve(contract.merge, (ctx, { params: { id }, body }) => mergeTicket(ctx, deskOf(ctx), id, body.into_ticket_id));
  serve(contract.agents, async (ctx, { params: { id } }) => ({ agents: await agentsFor(ctx, deskOf(ctx), id) }));
  serve(contract.mentionable, (ctx, { params: { id }, query }) => findMentionable(ctx, deskOf(ctx), id, query));
  serve(ties.maintenances, async (ctx, { params: { id } }) => ({ data: await maintenancesFor(ctx, deskOf(ctx), id) }));
  serve(ties.tie, (ctx, { params: { id }, body }) => tieTicket(ctx, deskOf(ctx), id, body.maintenance_id));
  serve(hints.suggest, (ctx, { query }) => ticketSuggestions(ctx, deskOf(ctx), query));
  serve(contract.presence, (ctx, { params: { id }, body }) => tellPresence(ctx, deskOf(ctx), id, body));

  serve(contract.escalated, (ctx, { params: { id } }) => getTicket(ctx, operatorDesk(ctx), id));
  serve(contract.sayEscalated, (ctx, { params: { id }, body }) => sayAbout(ctx, operatorDesk(ctx), id, body));
  serve(contract.editEscalated, (ctx, { params, body }) => editEntry(ctx, operatorDesk(ctx), { ...params, ...body }));
  serve(contract.mentionableEscalated, (ctx, { params: { id }, query }) => findMentionable(ctx, operatorDesk(ctx), id, query));
  serve(contract.takeEscalated, (ctx, { params: { id } }) => takeTicket(ctx, operatorDesk(ctx), id));
  serve(contract.setEscalatedState, (ctx, { params: { id }, body }) => setTicketState(ctx, operatorDesk(ctx), id, body.resolved));
}
