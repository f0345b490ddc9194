import type { PaginatedAnswer } from '../../definitions/embedApi.ts';
import { pagesOf } from '../../definitions/paginated/pages.ts';
import type { SheetPage } from '../../definitions/paginated/pages.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';
import { formatterOf, sayOf } from '../session/language.ts';
import { readPaginatedConfig } from './config.ts';
import type { GivenValue, PaginatedConfig } from './config.ts';
import type { PaperSpec } from './paper.ts';
import { newId } from '../protocol/newId.ts';

/** One load of a paginated report. A later load creates a new session; pending work of the old one is dropped. */
export type PaginatedSession = {
  uid: string;
  config: PaginatedConfig;
  correlationId: string;
  /** The values that it is filled for. */
  given: GivenValue[];
  answer?: PaginatedAnswer;
  pages: SheetPage[];
  page: number;
  /** Stops waiting for the end of the token. */
  stopExpiry?: () => void;
};

/** What the host asks to be loaded. */
export function newSession(body: unknown, headerUid: string | undefined): PaginatedSession {
  const address = new URLSearchParams(window.location.search);
  const config = readPaginatedConfig(body, address);
  return {
    uid: headerUid ?? address.get('uid') ?? '',
    config,
    correlationId: newId(),
    given: config.given,
    pages: [],
    page: 1,
  };
}

/** Takes what the service has answered, from the first page. */
export function takeAnswer(session: PaginatedSession, answer: PaginatedAnswer): void {
  session.answer = answer;
  session.pages = answer.document ? pagesOf(answer.document) : [];
  session.page = 1;
}

export const writerOf = ({ config }: PaginatedSession): Writer => ({ format: formatterOf(config), say: sayOf(config) });

/** What is on paper; nothing while values of parameters are missing. */
export function paperSpecOf(session: PaginatedSession): PaperSpec | undefined {
  const { answer, pages } = session;
  if (!answer?.document) return undefined;
  return { name: answer.name, document: answer.document, parameters: answer.parameters, pages, writer: writerOf(session) };
}
