// The rules of domain.md for goods in a place. Pure: enforcement, suggestion and the window for choosing ask the same.
// Quantities are whole millionths of the base unit, room is whole 10⁻¹² of a litre or kilogram: exact for a quantity times
// what one unit takes.
import type { Locale } from '@kuwei/contract/constants';
import { micros } from '@kuwei/contract/decimal';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { Measure } from '@kuwei/contract/wms/place';

const MICRO = 1_000_000n;
/** One litre, kilogram or line. */
const ONE = MICRO * MICRO;
/** What a box or container is called: the code of a box, code and name of a container in every language. */
export type PlaceName = string | Readonly<Record<Locale, string>>;

/** Highly toxic goods are kept by two people (条例591号 §24). */
export const KEEPERS_FOR_TOXIC = 2;

export interface ProductFacts {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  /** What it is kept apart by, X where its hazards are not known; null where none matters. */
  storageGroup: string | null;
  /** False: nobody has said whether it is hazardous. It counts as the strictest then. */
  assessed: boolean;
  hazardous: boolean;
  /** Kept by two people only. */
  toxic: boolean;
  conditions: readonly string[];
  /** Millionths of a litre or kilogram that one base unit takes. */
  unitVolume: bigint;
  unitMass: bigint;
  /** Of these nobody has entered how much a unit takes: it counts as zero, in no place that is full. */
  unmeasured: readonly Measure[];
  /** Digits after the point that its base unit is divided into. */
  decimals: number;
}

export interface Goods {
  product: ProductFacts;
  ownerOrgId: string;
  qty: bigint;
  /** Where it is known: goods of one batch are offered a box together. */
  batchId?: string | null;
}

/** Limits and what is used of them; null: no limit. */
export interface Room {
  maxVolume: bigint | null;
  maxMass: bigint | null;
  usedVolume: bigint;
  usedMass: bigint;
}

export interface Container extends Room {
  id: string;
  /** Code and name. */
  label: PlaceName;
}

/** What must get along inside a cabinet or a room: by storage group, and of each by product. */
export interface Enclosure {
  place: PlaceName;
  groups: Map<string, Map<string, Goods>>;
}

/** What a container means for the boxes in it, with everything above it taken in. */
export interface Surroundings {
  /** It and those above it, the nearest first. */
  chain: readonly Container[];
  offered: ReadonlySet<string>;
  /** What fridges among them offer: their room is for goods that need some of it. */
  chilled: ReadonlySet<string> | null;
  /** The nearest container that says which storage groups may lie there. */
  allowed: { place: PlaceName; groups: readonly string[] } | null;
  /** The nearest container that takes no hazardous goods. */
  harmlessOnly: PlaceName | null;
  /** Inside these walls storage groups must be compatible, each on a tray of its own. */
  enclosure: Enclosure;
}

export interface Box extends Room {
  id: string;
  code: string;
  warehouseId: string;
  /** How many keepers its warehouse has. */
  keepers: number;
  state: 'ACTIVE' | 'LOCKED' | 'RETIRED';
  lockReason: 'COUNT' | 'MAINTENANCE' | 'SAFETY' | null;
  /** What it is locked for. */
  count: BoxCount | null;
  /** Who alone may use it. */
  ownerOrgId: string | null;
  mixPolicy: 'EMPTY' | 'SAME_PRODUCT' | 'SAME_OWNER' | 'MIXED';
  maxLines: number | null;
  /** By product and owner. A line is a product of an owner, whatever its batches. */
  content: Map<string, Goods>;
  /** Which batches of its lines lie there. */
  batches: Set<string>;
  around: Surroundings;
}

export type Fault =
  | { code: 'BOX_RETIRED' | 'BOX_IN_COUNT' | 'BOX_LOCKED' | 'BOX_OWNER' | 'BOX_MIX' | 'KEEPERS_NEEDED' }
  | { code: 'BOX_CONDITION'; missing: Missing }
  | { code: 'BOX_INCOMPATIBLE'; place: PlaceName; product: ProductFacts; other: ProductFacts }
  /** `more` is what would come on top; zero where the place is too full as it is, or full for goods that nobody has measured. */
  | { code: 'BOX_CAPACITY'; place: PlaceName; kind: 'volume' | 'mass' | 'lines'; used: bigint; more: bigint; max: bigint };

export type Missing =
  | { kind: 'conditions'; codes: readonly string[] }
  | { kind: 'group'; group: string; place: PlaceName; groups: readonly string[] }
  | { kind: 'hazard'; place: PlaceName };

/** Whether two storage groups may share one box, and the walls around several. */
export interface Compatible {
  box: (a: string, b: string) => boolean;
  cabinet: (a: string, b: string) => boolean;
}

export const lineKey = (goods: { product: { id: string }; ownerOrgId: string }): string =>
  `${goods.product.id} ${goods.ownerOrgId}`;
/** Key of a batch of a line; null where the batch is not known. */
export const batchKey = (goods: Pick<Goods, 'product' | 'ownerOrgId' | 'batchId'>): string | null =>
  goods.batchId ? `${lineKey(goods)} ${goods.batchId}` : null;
const volumeOf = ({ product, qty }: Goods): bigint => qty * product.unitVolume;
const massOf = ({ product, qty }: Goods): bigint => qty * product.unitMass;

/** The first rule that goods would break in a box, on top of what is there; null when all is well. */
export const faultOf = (box: Box, goods: Goods, compatible: Compatible): Fault | null =>
  natureFault(box, goods, compatible) ?? roomFault(box, goods);

/** Every rule that is broken by what lies in a box as it is, with the goods that break it. */
export function* standingFaults(box: Box, compatible: Compatible): Generator<{ fault: Fault; goods: Goods }> {
  for (const goods of box.content.values()) {
    if (box.ownerOrgId !== null && box.ownerOrgId !== goods.ownerOrgId) yield { fault: { code: 'BOX_OWNER' }, goods };
    if (!mixes(box, goods)) yield { fault: { code: 'BOX_MIX' }, goods };
    const nature = contentFault(box, goods.product, compatible) ?? aroundFault(box.around, goods.product, compatible);
    if (nature) yield { fault: nature, goods };
    for (const fault of overfull(box)) yield { fault, goods };
  }
}

function* overfull(box: Box): Generator<Fault> {
  if (box.maxLines !== null && box.content.size > box.maxLines) {
    const lines = { used: BigInt(box.content.size) * ONE, more: 0n, max: BigInt(box.maxLines) * ONE };
    yield { code: 'BOX_CAPACITY', place: box.code, kind: 'lines', ...lines };
  }
  for (const room of [box, ...box.around.chain]) {
    const place = labelOf(room);
    if (room.maxVolume !== null && room.usedVolume > room.maxVolume)
      yield { code: 'BOX_CAPACITY', place, kind: 'volume', used: room.usedVolume, more: 0n, max: room.maxVolume };
    if (room.maxMass !== null && room.usedMass > room.maxMass)
      yield { code: 'BOX_CAPACITY', place, kind: 'mass', used: room.usedMass, more: 0n, max: room.maxMass };
  }
}

const labelOf = (room: Box | Container): PlaceName => ('label' in room ? room.label : room.code);

/** What keeps everything out of a box. */
export function stateFault(box: Box): Fault | null {
  if (box.state === 'RETIRED') return { code: 'BOX_RETIRED' };
  if (box.state === 'LOCKED') return { code: box.lockReason === 'COUNT' ? 'BOX_IN_COUNT' : 'BOX_LOCKED' };
  return null;
}

/** What keeps goods out of a box however few they are. */
export const natureFault = (box: Box, goods: Goods, compatible: Compatible): Fault | null =>
  insideFault(box, goods, compatible) ?? aroundFault(box.around, goods.product, compatible);

/** What of that is a matter of the box and what lies in it, whatever is around. */
export function insideFault(box: Box, goods: Goods, compatible: Compatible): Fault | null {
  const closed = stateFault(box);
  if (closed) return closed;
  if (box.ownerOrgId !== null && box.ownerOrgId !== goods.ownerOrgId) return { code: 'BOX_OWNER' };
  if (!mixes(box, goods)) return { code: 'BOX_MIX' };
  if (goods.product.toxic && box.keepers < KEEPERS_FOR_TOXIC) return { code: 'KEEPERS_NEEDED' };
  return contentFault(box, goods.product, compatible);
}

/** What lies in a box already and keeps a product out of it, whatever the walls around it allow. */
function contentFault({ code, content }: Box, product: ProductFacts, compatible: Compatible): Fault | null {
  const other = incompatibleContent(product, content.values(), compatible.box);
  return other && { code: 'BOX_INCOMPATIBLE', place: code, product, other };
}

/** What keeps a product out of every box of a container. */
export function aroundFault(around: Surroundings, product: ProductFacts, compatible: Compatible): Fault | null {
  const codes = product.conditions.filter((condition) => !around.offered.has(condition));
  if (codes.length > 0) return { code: 'BOX_CONDITION', missing: { kind: 'conditions', codes } };
  const other = incompatibleBehind(around.enclosure, product, compatible.cabinet);
  if (other) return { code: 'BOX_INCOMPATIBLE', place: around.enclosure.place, product, other };
  if (product.storageGroup !== null && around.allowed && !around.allowed.groups.includes(product.storageGroup))
    return { code: 'BOX_CONDITION', missing: { kind: 'group', group: product.storageGroup, ...around.allowed } };
  if (product.hazardous && around.harmlessOnly !== null)
    return { code: 'BOX_CONDITION', missing: { kind: 'hazard', place: around.harmlessOnly } };
  return null;
}

/** Whether a place is kept for goods that need what it offers: beakers may lie in a fridge, but nobody is sent there with them. */
export const isReservedForOthers = ({ chilled }: Surroundings, { conditions }: ProductFacts): boolean =>
  chilled !== null && !conditions.some((condition) => chilled.has(condition));

/** Whether a place is kept for hazardous goods of some storage groups, and these are harmless: they lie there if nowhere else. */
export const isHazardOnly = ({ allowed }: Surroundings, { hazardous, storageGroup }: ProductFacts): boolean =>
  allowed !== null && !hazardous && allowed.groups.some((group) => group !== storageGroup);

/** Conditions that a place offers and a product has no need of. */
export const spareConditions = ({ offered }: Surroundings, { conditions }: ProductFacts): number =>
  offered.size - conditions.filter((condition) => offered.has(condition)).length;

/** More of the very line that is there is no mixing: a deposit may arrive in parts. */
const mixes = ({ mixPolicy, content }: Box, goods: Goods): boolean =>
  mixPolicy === 'MIXED' ||
  content.values().every((other) => {
    const sameProduct = other.product.id === goods.product.id;
    const sameOwner = other.ownerOrgId === goods.ownerOrgId;
    return mixPolicy === 'SAME_PRODUCT' ? sameProduct : mixPolicy === 'SAME_OWNER' ? sameOwner : sameProduct && sameOwner;
  });

/** A product that no group matters for is compatible with everything, and every product with itself. */
function incompatibleContent(
  product: ProductFacts,
  content: Iterable<Goods>,
  compatible: (a: string, b: string) => boolean,
): ProductFacts | null {
  const group = product.storageGroup;
  if (group === null) return null;
  for (const { product: other } of content) {
    if (other.id === product.id || other.storageGroup === null) continue;
    if (!compatible(group, other.storageGroup)) return other;
  }
  return null;
}

/** Whether a box has a line left for goods, or holds theirs already. */
export const takesLine = ({ maxLines, content }: Box, goods: Goods): boolean =>
  maxLines === null || content.size < maxLines || content.has(lineKey(goods));

/** The same of all that lies inside the same enclosure, a group at a time. */
function incompatibleBehind(
  { groups }: Enclosure,
  product: ProductFacts,
  compatible: (a: string, b: string) => boolean,
): ProductFacts | null {
  if (product.storageGroup === null) return null;
  for (const [group, goods] of groups) {
    if (compatible(product.storageGroup, group)) continue;
    for (const other of goods.values()) if (other.product.id !== product.id) return other.product;
  }
  return null;
}

/** What keeps so many of them out. */
export function roomFault(box: Box, goods: Goods): Fault | null {
  if (!takesLine(box, goods)) {
    const used = BigInt(box.content.size) * ONE;
    return { code: 'BOX_CAPACITY', place: box.code, kind: 'lines', used, more: ONE, max: BigInt(box.maxLines!) * ONE };
  }
  const volume = volumeOf(goods);
  const mass = massOf(goods);
  for (const room of [box, ...box.around.chain]) {
    const place = labelOf(room);
    if (volume > 0n && room.maxVolume !== null && room.usedVolume + volume > room.maxVolume)
      return { code: 'BOX_CAPACITY', place, kind: 'volume', used: room.usedVolume, more: volume, max: room.maxVolume };
    if (mass > 0n && room.maxMass !== null && room.usedMass + mass > room.maxMass)
      return { code: 'BOX_CAPACITY', place, kind: 'mass', used: room.usedMass, more: mass, max: room.maxMass };
    const full = fullMeasure(room, goods.product);
    if (full) return { code: 'BOX_CAPACITY', place, more: 0n, ...full };
  }
  return null;
}

/** What nobody has measured of a product, and a place has nothing left of. */
function fullMeasure(room: Room, { unmeasured }: ProductFacts): { kind: Measure; used: bigint; max: bigint } | null {
  if (unmeasured.includes('volume') && room.maxVolume !== null && room.usedVolume >= room.maxVolume)
    return { kind: 'volume', used: room.usedVolume, max: room.maxVolume };
  if (unmeasured.includes('mass') && room.maxMass !== null && room.usedMass >= room.maxMass)
    return { kind: 'mass', used: room.usedMass, max: room.maxMass };
  return null;
}

/** Whether only a person can say how much of the goods a box has room for: it has a limit of what nobody has measured, and holds others. */
export const isUnmeasuredBeside = ({ content, maxVolume, maxMass }: Box, { product }: Goods): boolean =>
  ((maxVolume !== null && product.unmeasured.includes('volume')) || (maxMass !== null && product.unmeasured.includes('mass'))) &&
  content.values().some((other) => other.product.id !== product.id);

/** How many millionths of the base unit a box has room for, in whole steps of the unit; null: there is no limit. */
export function roomFor(box: Box, goods: Goods): bigint | null {
  if (!takesLine(box, goods)) return 0n;
  return least(roomIn(box, goods.product), ...box.around.chain.map((container) => roomIn(container, goods.product)));
}

/** The same for one place by itself. */
export function roomIn(room: Room, product: ProductFacts): bigint | null {
  if (fullMeasure(room, product)) return 0n;
  const { unitVolume, unitMass, decimals } = product;
  const step = 10n ** BigInt(6 - decimals);
  const fits = least(
    room.maxVolume !== null && unitVolume > 0n ? (room.maxVolume - room.usedVolume) / unitVolume : null,
    room.maxMass !== null && unitMass > 0n ? (room.maxMass - room.usedMass) / unitMass : null,
  );
  if (fits === null) return null;
  return fits <= 0n ? 0n : fits - (fits % step);
}

/** The smallest of several limits, null being none. */
export function least(...limits: readonly (bigint | null)[]): bigint | null {
  let smallest: bigint | null = null;
  for (const limit of limits) if (limit !== null && (smallest === null || limit < smallest)) smallest = limit;
  return smallest;
}

/** Puts goods into a box, or takes them out where the quantity is negative, so that the next ones find them there. */
export function put(box: Box, goods: Goods): void {
  addTo(box.content, lineKey(goods), goods);
  const batch = batchKey(goods);
  if (batch !== null && goods.qty > 0n) box.batches.add(batch);
  addBehind(box.around.enclosure, goods);
  for (const room of [box, ...box.around.chain]) {
    room.usedVolume += volumeOf(goods);
    room.usedMass += massOf(goods);
  }
}

export function addTo(content: Map<string, Goods>, key: string, goods: Goods): void {
  const qty = (content.get(key)?.qty ?? 0n) + goods.qty;
  if (qty > 0n) content.set(key, { ...goods, qty });
  else content.delete(key);
}

/** What no group matters for is not noted. */
export function addBehind({ groups }: Enclosure, goods: Goods): void {
  const group = goods.product.storageGroup;
  if (group === null) return;
  const content = groups.get(group) ?? new Map<string, Goods>();
  groups.set(group, content);
  addTo(content, goods.product.id, goods);
}

/** A limit of the database as room; null stays null. */
export const limitOf = (text: string | null): bigint | null => (text === null ? null : micros(text) * MICRO);

/** Litres or kilograms in the shortest decimal form. */
export function roomText(value: bigint): string {
  const absolute = value < 0n ? -value : value;
  const fraction = (absolute % ONE).toString().padStart(12, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${absolute / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
