// What a kind of document contributes to its approval: a key, the variables that definitions may use, the people that only it knows,
// and the step that takes a decision. The engine knows nothing else about documents.
import type { Locale } from '@kuwei/contract/constants';
import type { WorkItem } from '@kuwei/contract/bpm/work';
import type { Kysely, RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';
import type { Variables } from '@kuwei/contract/bpm/condition';

export type Decision = 'APPROVE' | 'RETURN' | 'REJECT';

/** A decision about a task. */
export interface Given {
  /** null: the caller's first open task. */
  taskId: string | null;
  decision: Decision;
  /** For RETURN: id of the earlier step; null: the applicant. */
  to: string | null;
  comment: string | null;
  /** Version and flags of the document as the user saw them; absent for automatic decisions. */
  rev?: number | undefined;
  seen?: readonly string[] | undefined;
  /** Decided by a job, not by the caller. */
  automatic?: boolean;
}

/** Reason of a notification: a new task, a reminder, a copy, or a step without candidates. */
export type NotificationReason = 'ASKED' | 'REMINDED' | 'COPIED' | 'STUCK';

/** An action on a task other than a decision. */
export interface TaskAction {
  action: 'transfer' | 'sign';
  toId: string;
  note: string | null;
  level: number;
  step: BothNames;
}

/** How lists show a document. */
export type DocumentSummary = Pick<
  WorkItem,
  'no' | 'rev' | 'title' | 'lines' | 'qty' | 'unit' | 'value' | 'applicant' | 'group' | 'place' | 'marks' | 'levels' | 'link'
>;

/** A document; or, in a dry run without one, a place where it could be. */
export type DecisionPlace = { bizId: string } | { placeId: string };

/** @property orgId organisation whose people decide there */
export interface Place {
  id: string;
  name: string;
  orgId: string;
}

export interface NamedCode {
  code: string;
  name: string;
}

/** The reader of a list. */
export interface Reader {
  caller: Caller;
  /** Whether they are currently asked about all of its documents. */
  isAsked: boolean;
  locale: Locale;
}

export interface Kind {
  /** Key of its definitions, such as `wms-inbound`. */
  key: string;
  /** Type of its documents in the engine's tables. */
  bizType: string;
  name: BothNames;
  variables: Variables;
  /** Variables of type `set` that hold one code. */
  single?: readonly string[];
  /** Groups of people, and form fields that name people; resolved by `people`. */
  groups: readonly string[];
  fields: readonly string[];
  people: (db: Kysely<DB>, at: DecisionPlace, asked: { group: string } | { field: string }) => Promise<string[]>;
  /** Options of variables of type `set`. */
  codes: (db: Kysely<DB>, locale: Locale) => Promise<Readonly<Record<string, readonly NamedCode[]>>>;
  /** Places where its documents can be, for a dry run. */
  places: (db: Kysely<DB>, locale: Locale) => Promise<readonly Place[]>;
  /** Locks the document before the engine locks anything. @returns its version @throws AppError NOT_FOUND */
  lock: (trx: Trx, bizId: string) => Promise<number>;
  notify: (
    context: WriteContext<Caller>,
    bizId: string,
    to: readonly string[],
    why: NotificationReason,
    step: BothNames,
  ) => Promise<void>;
  /** A task was transferred or a countersigner added: the document records it and notifies its viewers. */
  recordHandover: (context: WriteContext<Caller>, bizId: string, passing: TaskAction) => Promise<void>;
  /** Documents by id, in one query, for lists; deleted ones are omitted. */
  describe: (db: Kysely<DB>, bizIds: readonly string[], reader: Reader) => Promise<Map<string, DocumentSummary>>;
  /**
   * Condition of a search by a part of what people call a document.
   * @param bizId id of the document
   * @param reader finds documents that they may not open by number only; null: may open all that is searched
   */
  search: (db: Kysely<DB>, q: string, bizId: RawBuilder<unknown>, reader: Caller | null) => Promise<Search>;
}

export interface Search {
  which: RawBuilder<unknown>;
  /** Limit of counting where each document has to be checked. */
  countedTo?: number;
}

/** A kind with the step that decides its documents. */
export interface DecidableKind extends Kind {
  /** The definition that ships with the product, as BPMN. */
  shipped: string;
  /**
   * Takes a decision in the document's own step, in one commit: locks the document, calls the engine's `decide`, and stores the
   * result: a further level, or the end.
   */
  decide: (context: WriteContext<Caller>, bizId: string, given: Given) => Promise<void>;
}

/** All registered kinds. */
export class Kinds {
  readonly #byKey: ReadonlyMap<string, DecidableKind>;
  constructor(kinds: readonly DecidableKind[]) {
    this.#byKey = new Map(kinds.map((kind) => [kind.key, kind]));
  }
  find(key: string): DecidableKind | undefined {
    return this.#byKey.get(key);
  }
  get all(): DecidableKind[] {
    return [...this.#byKey.values()];
  }
}
