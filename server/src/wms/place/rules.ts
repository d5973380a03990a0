// The placement rules of domain.md. Pure: shared by enforcement, suggestions and the box picker. Quantities are integers of 10⁻⁶
// base units, room is integers of 10⁻¹² litre or kilogram: exact for a quantity times unit size.
import type { Locale } from '@kuwei/contract/constants';
import { micros } from '@kuwei/contract/decimal';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { Measure } from '@kuwei/contract/wms/place';

const MICRO = 1_000_000n;
/** One litre, kilogram or line. */
const ONE = MICRO * MICRO;
/** Name of a box or container: the code of a box; code and name of a container in every language. */
export type PlaceName = string | Readonly<Record<Locale, string>>;

/** Highly toxic goods need two storekeepers (条例591号 §24). */
export const KEEPERS_FOR_TOXIC = 2;

export interface ProductFacts {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  /** Segregation group, X where hazards are unknown; null where none applies. */
  storageGroup: string | null;
  /** False: not assessed, treated as the strictest. */
  assessed: boolean;
  hazardous: boolean;
  /** Needs two storekeepers. */
  toxic: boolean;
  conditions: readonly string[];
  /** Size of one base unit, in millionths of a litre or kilogram. */
  unitVolume: bigint;
  unitMass: bigint;
  /** Measures not entered: they count as zero, but never fit where a place is full. */
  unmeasured: readonly Measure[];
  /** Decimal places of its base unit. */
  decimals: number;
}

export interface Goods {
  product: ProductFacts;
  ownerOrgId: string;
  qty: bigint;
  /** Where known: goods of one batch are offered a box together. */
  batchId?: string | null;
}

/** Limits and usage; null: no limit. */
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

/** Contents inside a cabinet or room that must be compatible: by storage group, then product. */
export interface Enclosure {
  place: PlaceName;
  groups: Map<string, Map<string, Goods>>;
}

/** What a container and its ancestors mean for the boxes in it. */
export interface Surroundings {
  /** The container and its ancestors, nearest first. */
  chain: readonly Container[];
  offered: ReadonlySet<string>;
  /** Conditions offered by fridges in the chain: their room is reserved for goods that need one of them. */
  chilled: ReadonlySet<string> | null;
  /** The nearest container that restricts storage groups. */
  allowed: { place: PlaceName; groups: readonly string[] } | null;
  /** The nearest container that refuses hazardous goods. */
  harmlessOnly: PlaceName | null;
  /** The walls inside which storage groups must be compatible, each on a tray of its own. */
  enclosure: Enclosure;
}

export interface Box extends Room {
  id: string;
  code: string;
  warehouseId: string;
  /** Number of storekeepers of its warehouse. */
  keepers: number;
  state: 'ACTIVE' | 'LOCKED' | 'RETIRED';
  lockReason: 'COUNT' | 'MAINTENANCE' | 'SAFETY' | null;
  /** The count it is locked for. */
  count: BoxCount | null;
  /** Exclusive owner. */
  ownerOrgId: string | null;
  mixPolicy: 'EMPTY' | 'SAME_PRODUCT' | 'SAME_OWNER' | 'MIXED';
  maxLines: number | null;
  /** By product and owner. A line is a product of an owner, whatever its batches. */
  content: Map<string, Goods>;
  /** Batches of its lines. */
  batches: Set<string>;
  around: Surroundings;
}

export type Fault =
  | { code: 'BOX_RETIRED' | 'BOX_IN_COUNT' | 'BOX_LOCKED' | 'BOX_OWNER' | 'BOX_MIX' | 'KEEPERS_NEEDED' }
  | { code: 'BOX_CONDITION'; missing: Missing }
  | { code: 'BOX_INCOMPATIBLE'; place: PlaceName; product: ProductFacts; other: ProductFacts }
  /** `more` is the additional amount; zero where the place is already overfull, or full for unmeasured goods. */
  | { code: 'BOX_CAPACITY'; place: PlaceName; kind: 'volume' | 'mass' | 'lines'; used: bigint; more: bigint; max: bigint };

export type Missing =
  | { kind: 'conditions'; codes: readonly string[] }
  | { kind: 'group'; group: string; place: PlaceName; groups: readonly string[] }
  | { kind: 'hazard'; place: PlaceName };

/** Whether two storage groups may share a box, and walls. */
export interface Compatible {
  box: (a: string, b: string) => boolean;
  cabinet: (a: string, b: string) => boolean;
}

export const lineKey = (goods: { product: { id: string }; ownerOrgId: string }): string =>
  `${goods.product.id} ${goods.ownerOrgId}`;
/** Key of a batch of a line; null where the batch is unknown. */
export const batchKey = (goods: Pick<Goods, 'product' | 'ownerOrgId' | 'batchId'>): string | null =>
  goods.batchId ? `${lineKey(goods)} ${goods.batchId}` : null;
const volumeOf = ({ product, qty }: Goods): bigint => qty * product.unitVolume;
const massOf = ({ product, qty }: Goods): bigint => qty * product.unitMass;

/** The first rule that goods would break in a box, in addition to its contents; null if none. */
export const faultOf = (box: Box, goods: Goods, compatible: Compatible): Fault | null =>
  acceptanceFault(box, goods, compatible) ?? roomFault(box, goods);

/** Every rule broken by the current contents of a box, with the goods that break it. */
export function* findExistingFaults(box: Box, compatible: Compatible): Generator<{ fault: Fault; goods: Goods }> {
  for (const goods of box.content.values()) {
    if (box.ownerOrgId !== null && box.ownerOrgId !== goods.ownerOrgId) yield { fault: { code: 'BOX_OWNER' }, goods };
    if (!isMixAllowed(box, goods)) yield { fault: { code: 'BOX_MIX' }, goods };
    const nature = contentFault(box, goods.product, compatible) ?? surroundingsFault(box.around, goods.product, compatible);
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

/** Why a box accepts nothing. */
export function stateFault(box: Box): Fault | null {
  if (box.state === 'RETIRED') return { code: 'BOX_RETIRED' };
  if (box.state === 'LOCKED') return { code: box.lockReason === 'COUNT' ? 'BOX_IN_COUNT' : 'BOX_LOCKED' };
  return null;
}

/** Rules that refuse goods regardless of quantity. */
export const acceptanceFault = (box: Box, goods: Goods, compatible: Compatible): Fault | null =>
  boxFault(box, goods, compatible) ?? surroundingsFault(box.around, goods.product, compatible);

/** Those of them that concern the box and its contents, not its surroundings. */
export function boxFault(box: Box, goods: Goods, compatible: Compatible): Fault | null {
  const closed = stateFault(box);
  if (closed) return closed;
  if (box.ownerOrgId !== null && box.ownerOrgId !== goods.ownerOrgId) return { code: 'BOX_OWNER' };
  if (!isMixAllowed(box, goods)) return { code: 'BOX_MIX' };
  if (goods.product.toxic && box.keepers < KEEPERS_FOR_TOXIC) return { code: 'KEEPERS_NEEDED' };
  return contentFault(box, goods.product, compatible);
}

/** A conflict of a product with the contents of a box, regardless of walls. */
function contentFault({ code, content }: Box, product: ProductFacts, compatible: Compatible): Fault | null {
  const other = incompatibleContent(product, content.values(), compatible.box);
  return other && { code: 'BOX_INCOMPATIBLE', place: code, product, other };
}

/** Why no box of a container accepts a product. */
export function surroundingsFault(around: Surroundings, product: ProductFacts, compatible: Compatible): Fault | null {
  const codes = product.conditions.filter((condition) => !around.offered.has(condition));
  if (codes.length > 0) return { code: 'BOX_CONDITION', missing: { kind: 'conditions', codes } };
  const other = incompatibleInEnclosure(around.enclosure, product, compatible.cabinet);
  if (other) return { code: 'BOX_INCOMPATIBLE', place: around.enclosure.place, product, other };
  if (product.storageGroup !== null && around.allowed && !around.allowed.groups.includes(product.storageGroup))
    return { code: 'BOX_CONDITION', missing: { kind: 'group', group: product.storageGroup, ...around.allowed } };
  if (product.hazardous && around.harmlessOnly !== null)
    return { code: 'BOX_CONDITION', missing: { kind: 'hazard', place: around.harmlessOnly } };
  return null;
}

/** Whether a place is reserved for goods that need what it offers: beakers may be put into a fridge, but it is not suggested. */
export const isReservedForOthers = ({ chilled }: Surroundings, { conditions }: ProductFacts): boolean =>
  chilled !== null && !conditions.some((condition) => chilled.has(condition));

/** Whether a place is reserved for hazardous storage groups and the product is harmless: used only as a last resort. */
export const isHazardOnly = ({ allowed }: Surroundings, { hazardous, storageGroup }: ProductFacts): boolean =>
  allowed !== null && !hazardous && allowed.groups.some((group) => group !== storageGroup);

/** Number of conditions that a place offers and a product does not need. */
export const countUnusedConditions = ({ offered }: Surroundings, { conditions }: ProductFacts): number =>
  offered.size - conditions.filter((condition) => offered.has(condition)).length;

/** More of an existing line is not mixing: a deposit may arrive in parts. */
const isMixAllowed = ({ mixPolicy, content }: Box, goods: Goods): boolean =>
  mixPolicy === 'MIXED' ||
  content.values().every((other) => {
    const sameProduct = other.product.id === goods.product.id;
    const sameOwner = other.ownerOrgId === goods.ownerOrgId;
    return mixPolicy === 'SAME_PRODUCT' ? sameProduct : mixPolicy === 'SAME_OWNER' ? sameOwner : sameProduct && sameOwner;
  });

/** A product without a group is compatible with everything, and every product with itself. */
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

/** Whether a box has a line left for goods, or already holds theirs. */
export const hasLineFor = ({ maxLines, content }: Box, goods: Goods): boolean =>
  maxLines === null || content.size < maxLines || content.has(lineKey(goods));

/** The same for everything inside an enclosure, by group. */
function incompatibleInEnclosure(
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

/** The limit that a quantity of goods exceeds. */
export function roomFault(box: Box, goods: Goods): Fault | null {
  if (!hasLineFor(box, goods)) {
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

/** A measure that the product lacks and of which the place has nothing left. */
function fullMeasure(room: Room, { unmeasured }: ProductFacts): { kind: Measure; used: bigint; max: bigint } | null {
  if (unmeasured.includes('volume') && room.maxVolume !== null && room.usedVolume >= room.maxVolume)
    return { kind: 'volume', used: room.usedVolume, max: room.maxVolume };
  if (unmeasured.includes('mass') && room.maxMass !== null && room.usedMass >= room.maxMass)
    return { kind: 'mass', used: room.usedMass, max: room.maxMass };
  return null;
}

/** Whether capacity cannot be computed: the box limits a measure that the product lacks, and holds other goods. */
export const isCapacityUnknown = ({ content, maxVolume, maxMass }: Box, { product }: Goods): boolean =>
  ((maxVolume !== null && product.unmeasured.includes('volume')) || (maxMass !== null && product.unmeasured.includes('mass'))) &&
  content.values().some((other) => other.product.id !== product.id);

/** Room of a box in millionths of the base unit, in whole steps of the unit; null: no limit. */
export function roomFor(box: Box, goods: Goods): bigint | null {
  if (!hasLineFor(box, goods)) return 0n;
  return least(roomIn(box, goods.product), ...box.around.chain.map((container) => roomIn(container, goods.product)));
}

/** The same for a single place. */
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

/** The smallest of several limits; null means none. */
export function least(...limits: readonly (bigint | null)[]): bigint | null {
  let smallest: bigint | null = null;
  for (const limit of limits) if (limit !== null && (smallest === null || limit < smallest)) smallest = limit;
  return smallest;
}

/** Adds goods to a box, or removes them where the quantity is negative. */
export function addGoods(box: Box, goods: Goods): void {
  addTo(box.content, lineKey(goods), goods);
  const batch = batchKey(goods);
  if (batch !== null && goods.qty > 0n) box.batches.add(batch);
  addToEnclosure(box.around.enclosure, goods);
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

/** Goods without a group are not tracked. */
export function addToEnclosure({ groups }: Enclosure, goods: Goods): void {
  const group = goods.product.storageGroup;
  if (group === null) return;
  const content = groups.get(group) ?? new Map<string, Goods>();
  groups.set(group, content);
  addTo(content, goods.product.id, goods);
}

/** A stored limit as room; null stays null. */
export const limitOf = (text: string | null): bigint | null => (text === null ? null : micros(text) * MICRO);

/** Litres or kilograms in the shortest decimal form. */
export function roomText(value: bigint): string {
  const absolute = value < 0n ? -value : value;
  const fraction = (absolute % ONE).toString().padStart(12, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${absolute / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
