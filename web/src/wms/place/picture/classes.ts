// The colour classes of the picture, each with a text and a mark that works without colour. Pure.
import { DANGERS, type Picture, type PictureBoxes } from '@kuwei/contract/wms/picture';

export const VIEWS = ['fullness', 'owner', 'expiry', 'danger'] as const;
export type View = (typeof VIEWS)[number];

/** Owners with their own colour; the rest share one. */
const OWNERS_SHOWN = 8;
const SOON_DAYS = 30;
const LATER_DAYS = 90;

const NAMES = {
  fullness: ['empty', 'used', 'quarter', 'half', 'nearly', 'full', 'locked'],
  expiry: ['empty', 'expired', 'soon', 'later', 'long', 'never'],
  danger: DANGERS,
} as const;
type ClassName = (typeof NAMES)[keyof typeof NAMES][number];

export type BoxClass =
  /** A class with a fixed name. */
  | { key: string; name: ClassName }
  | { key: string; owner: string }
  | { key: string; owner: 'several' | 'others' | 'nobody'; isRest: true };

export interface BoxClasses {
  classes: readonly BoxClass[];
  /** Index into `classes` for each box. */
  of: Uint8Array;
  /** Number of boxes per class. */
  counts: readonly number[];
}

/** @param today `YYYY-MM-DD` */
export function classifyBoxes(picture: Pick<Picture, 'boxes' | 'owners'>, view: View, today: string): BoxClasses {
  if (view === 'owner') return byOwner(picture);
  const { boxes } = picture;
  const names: readonly ClassName[] = NAMES[view];
  const nameOf = {
    fullness: (box: number) => fullness(boxes, box),
    expiry: (box: number) => expiry(boxes, box, today),
    danger: (box: number) => boxes.danger[box]!,
  }[view];
  return dropEmpty(
    names.map((name) => ({ key: `${view}-${name}`, name })),
    boxes.id.map((_, box) => names.indexOf(nameOf(box))),
  );
}

function fullness({ state, lines, used }: PictureBoxes, box: number): (typeof NAMES)['fullness'][number] {
  if (state[box] === 'LOCKED') return 'locked';
  if (lines[box] === 0) return 'empty';
  const percent = used[box] ?? null;
  if (percent === null) return 'used';
  return percent >= 100 ? 'full' : percent >= 75 ? 'nearly' : percent >= 50 ? 'half' : 'quarter';
}

function expiry({ lines, expiresOn }: PictureBoxes, box: number, today: string): (typeof NAMES)['expiry'][number] {
  if (lines[box] === 0) return 'empty';
  const day = expiresOn[box] ?? null;
  if (day === null) return 'never';
  const days = daysBetween(today, day);
  return days < 0 ? 'expired' : days <= SOON_DAYS ? 'soon' : days <= LATER_DAYS ? 'later' : 'long';
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The owners with the most boxes get their own colours. */
function byOwner({ boxes, owners }: Pick<Picture, 'boxes' | 'owners'>): BoxClasses {
  const sizes = owners.map((_, at) => boxes.owner.filter((owner) => owner === at).length);
  const shown = [...owners.keys()].sort((a, b) => sizes[b]! - sizes[a]! || a - b).slice(0, OWNERS_SHOWN);
  const [noOwner, several, others] = [shown.length, shown.length + 1, shown.length + 2];
  const classes: BoxClass[] = [
    ...shown.map((at, n) => ({ key: `owner-${n + 1}`, owner: owners[at]! })),
    { key: 'owner-nobody', owner: 'nobody', isRest: true },
    { key: 'owner-several', owner: 'several', isRest: true },
    { key: 'owner-others', owner: 'others', isRest: true },
  ];
  const classOf = (owner: number): number => {
    if (owner === -2) return noOwner;
    if (owner === -1) return several;
    const at = shown.indexOf(owner);
    return at < 0 ? others : at;
  };
  return dropEmpty(classes, boxes.owner.map(classOf));
}

/** Drops empty classes. */
function dropEmpty(classes: readonly BoxClass[], of: readonly number[]): BoxClasses {
  const counts = classes.map((_, at) => of.filter((one) => one === at).length);
  const left = [...classes.keys()].filter((at) => counts[at]! > 0);
  return {
    classes: left.map((at) => classes[at]!),
    of: Uint8Array.from(of, (at) => left.indexOf(at)),
    counts: left.map((at) => counts[at]!),
  };
}

/** The mark on a box that is drawn large enough. */
export function markOf({ boxes, owners }: Pick<Picture, 'boxes' | 'owners'>, view: View, box: number): string {
  if (boxes.lines[box] === 0) return '';
  const used = boxes.used[box] ?? null;
  const lines = `×${boxes.lines[box]}`;
  return {
    fullness: used === null ? lines : `${used}%`,
    owner: owners[boxes.owner[box]!] ?? lines,
    expiry: boxes.expiresOn[box]?.slice(2, 7) ?? '',
    danger: boxes.groups[box]!,
  }[view];
}
