/** What somebody may do with a ticket, by how they stand to it (docs/reference/product-rules.md 15). */
import type { Ticket, TicketCan, TicketEntry, TicketRating } from '@vitrine/contract/support/ticket.ts';
import { ticketLimits } from '@vitrine/contract/support/ticket.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Who asks: `works` on tickets, `oversees` those of the unit, from the side of the unit, of its partner or of the operator. */
export type Stand = { person_id: string; works: boolean; oversees: boolean; side: Ticket['level'] };
type Facts = Pick<Ticket, 'state' | 'level' | 'opened_by' | 'assigned_to' | 'resolved_at' | 'archived_at' | 'merged_into_id'> & {
  /** The caller follows it because an own ticket was merged into it; what is not said is not so. */
  watches?: boolean;
};

/** Whose words are those of somebody who asks for help: who opened the ticket, or opened one that was merged into it. */
export const speaksAsOpener = (
  { opened_by, watches = false }: Pick<Facts, 'opened_by' | 'watches'>,
  { person_id, works }: Stand,
): boolean => opened_by === person_id || (watches && !works);

const nothing: TicketCan = {
  reply: false,
  note: false,
  take: false,
  assign: false,
  resolve: false,
  reopen: false,
  escalate: false,
  edit: false,
  follow: false,
  merge: false,
  tie: false,
};

/** Where a ticket goes from each side: the unit's agents show it to the partner, those of the partner to the operator. */
export const levelAfter = { unit: 'partner', partner: 'operator', operator: null } as const;

const since = (moment: string, now: Date): number => now.getTime() - Date.parse(moment);

const isResolvedLately = ({ resolved_at }: Facts, now: Date): boolean =>
  resolved_at !== null && since(resolved_at, now) <= ticketLimits.reopen_days * dayMs;

export function ticketCan(ticket: Facts, stand: Stand, now: Date): TicketCan {
  // It is gone on with where it was merged into.
  if (ticket.merged_into_id !== null) return nothing;
  const { person_id, works, oversees, side } = stand;
  const asks = speaksAsOpener(ticket, stand);
  const [isOpener, isResolved, isOpen] = [ticket.opened_by === person_id, ticket.state === 'resolved', ticket.archived_at === null];
  const reopen = isOpen && isResolved && (works || (asks && isResolvedLately(ticket, now)));
  return {
    ...workingOn(ticket, { person_id, works, side }),
    reply: isOpen && (works || (asks && (!isResolved || reopen))),
    assign: (works || oversees) && side !== 'operator' && !isResolved,
    resolve: (works || isOpener) && !isResolved,
    reopen,
    follow: isOpener && isResolved && !reopen,
  };
}

/** What is for those alone who work on tickets. */
function workingOn({ state, level, assigned_to, archived_at }: Facts, { person_id, works, side }: Omit<Stand, 'oversees'>) {
  const isUnsolved = works && state !== 'resolved';
  return {
    note: works && archived_at === null,
    take: isUnsolved && assigned_to !== person_id,
    escalate: isUnsolved && level === side && levelAfter[side] !== null,
    edit: works && archived_at === null && side !== 'operator',
    merge: works && archived_at === null && side !== 'operator',
    // The operator sees no reports of a unit.
    tie: isUnsolved && side !== 'operator',
  };
}

type Written = Pick<TicketEntry, 'kind' | 'created_at'> & { person_id: string | null };

/** What was said may be changed by whoever said it, for a while, and not once the ticket is archived or part of another. */
export const mayEdit = (
  { kind, person_id, created_at }: Written,
  me: string,
  { archived_at, merged_into_id }: Pick<Facts, 'archived_at' | 'merged_into_id'>,
  now: Date,
): boolean =>
  kind !== 'event' &&
  person_id === me &&
  archived_at === null &&
  merged_into_id === null &&
  since(created_at, now) <= ticketLimits.edit_minutes * minuteMs;

type Rated = Pick<TicketRating, 'rated_at' | 'resolved_at'> | null;

/** Asked once for each time that it was resolved, however late; what was said may be changed for a while. */
export const mayRate = ({ opened_by, resolved_at, merged_into_id }: Facts, rating: Rated, me: string, now: Date): boolean =>
  opened_by === me &&
  merged_into_id === null &&
  resolved_at !== null &&
  (rating?.resolved_at !== resolved_at || since(rating.rated_at, now) <= ticketLimits.rating_days * dayMs);
