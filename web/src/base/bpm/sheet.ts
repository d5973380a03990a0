// A document in the window in which somebody decides: its kind draws it, and says when it is in sight.
/** What was looked at, once it is in sight. */
export interface Seen {
  rev: number;
  /** A reason has to be given with an approval. */
  mustSay: boolean;
}

export interface SheetProps {
  bizId: string;
  /** An approval would be the last one. */
  isLast: boolean;
  onSeen: (seen: Seen) => void;
}
