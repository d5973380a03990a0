// What a kind of document brings along to be decided: its key, the facts that its definitions may ask about, the people whom it
// alone knows, and the step in which a decision is taken. The engine knows nothing else of it.
import type { Locale } from '@kuwei/contract/constants';
import type { WorkItem } from '@kuwei/contract/bpm/work';
import type { Kysely, RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';
import type { Variables } from '@kuwei/contract/bpm/condition';

export type Decision = 'APPROVE' | 'RETURN' | 'REJECT';

/** What somebody has decided, on which task. */
export interface Given {
  /** null: the task of theirs that comes first. */
  taskId: string | null;
  decision: Decision;
  /** Of RETURN: id of the step before that it goes back to; null: to whoever applied. */
  to: string | null;
  comment: string | null;
  /** Version of the document, and marks of it, that were looked at; nobody looks where the clock decides. */
  rev?: number | undefined;
  seen?: readonly string[] | undefined;
  /** The clock decides, not the caller. */
  automatic?: boolean;
}

/** Why somebody is told: they are asked, have not decided for long, only get to know, or have to name somebody who can decide. */
export type Telling = 'ASKED' | 'REMINDED' | 'COPIED' | 'STUCK';

/** What was done with a task beside a decision. */
export interface Passing {
  action: 'transfer' | 'sign';
  toId: string;
  note: string | null;
  level: number;
  step: BothNames;
}

/** What lists say of a document. */
export type Described = Pick<
  WorkItem,
  'no' | 'rev' | 'title' | 'lines' | 'qty' | 'unit' | 'value' | 'applicant' | 'group' | 'place' | 'marks' | 'levels' | 'link'
>;

/** A document; or, where a definition is tried without one, where it could be. */
export type DecidedAt = { bizId: string } | { placeId: string };

/** @property orgId whose people decide there */
export interface Place {
  id: string;
  name: string;
  orgId: string;
}

export interface CodeNamed {
  code: string;
  name: string;
}

/** Who reads a list. */
export interface Reader {
  caller: Caller;
  /** They are asked about all of its documents now. */
  isAsked: boolean;
  locale: Locale;
}

export interface Kind {
  /** Of its definitions: `wms-inbound`. */
  key: string;
  /** What its documents are, in the tables of the engine. */
  bizType: string;
  name: BothNames;
  variables: Variables;
  /** Groups of people, and fields of the form that name people; `people` finds them. */
  groups: readonly string[];
  fields: readonly string[];
  people: (db: Kysely<DB>, at: DecidedAt, asked: { group: string } | { field: string }) => Promise<string[]>;
  /** Codes of its facts of the type `set`, as they are offered; those of all else are none. */
  codes: (db: Kysely<DB>, locale: Locale) => Promise<Readonly<Record<string, readonly CodeNamed[]>>>;
  /** Where its documents can be, for who tries a definition without one. */
  places: (db: Kysely<DB>, locale: Locale) => Promise<readonly Place[]>;
  /** Locks the document: everything of the engine is locked after it. @returns its version @throws AppError NOT_FOUND where there is none */
  lock: (trx: Trx, bizId: string) => Promise<number>;
  tell: (context: WriteContext<Caller>, bizId: string, to: readonly string[], why: Telling, step: BothNames) => Promise<void>;
  /** A task was given to somebody, or somebody asked besides: the document keeps it, and who looks at it learns of it. */
  passedOn: (context: WriteContext<Caller>, bizId: string, passing: Passing) => Promise<void>;
  /** Documents by id, for lists, all at once; those that are gone are not there. */
  describe: (db: Kysely<DB>, bizIds: readonly string[], reader: Reader) => Promise<Map<string, Described>>;
  /**
   * Whether something is about a document by a part of what people call it.
   * @param bizId of its document
   * @param reader finds those that they may not open by their number alone; null: has looked at all that is searched
   */
  search: (db: Kysely<DB>, q: string, bizId: RawBuilder<unknown>, reader: Caller | null) => Promise<Search>;
}

export interface Search {
  which: RawBuilder<unknown>;
  /** So many are counted, where each document has to be asked. */
  countedTo?: number;
}

/** A kind with the step in which its documents are decided. */
export interface Decidable extends Kind {
  /** Its definition as it comes with the product, in BPMN. */
  shipped: string;
  /**
   * Takes a decision in the document's own step, in one commit: it locks the document, calls `decide` of the engine, and writes
   * what the answer says has become of it: a further level, or its end.
   */
  decide: (context: WriteContext<Caller>, bizId: string, given: Given) => Promise<void>;
}

/** All kinds that this program knows. */
export class Kinds {
  readonly #byKey: ReadonlyMap<string, Decidable>;
  constructor(kinds: readonly Decidable[]) {
    this.#byKey = new Map(kinds.map((kind) => [kind.key, kind]));
  }
  find(key: string): Decidable | undefined {
    return this.#byKey.get(key);
  }
  get all(): Decidable[] {
    return [...this.#byKey.values()];
  }
}
