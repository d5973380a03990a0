/** What a check of the proof has found. */
export interface Fault {
  /** Number or id of the row. */
  subject: string;
  detail: string;
}
