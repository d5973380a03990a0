// Units in headings: numbers under `单位体积（mL）` are not those under `单位体积（升）`.
import { normalizeText } from '../kit/normalize-text.ts';
import { readNumber, type ReadNumber } from '../kit/read-value.ts';

interface ColumnUnits {
  /** Units of the column; numbers without a unit are in these. */
  own: readonly string[];
  /** Units that convert to it, by power of ten. */
  powers?: Readonly<Record<string, number>>;
  /** Each row has a unit; one in the heading applies to rows without. */
  isOfRows?: true;
}

const MONEY = ['元', '人民币', '人民币元', '¥', 'rmb', 'cny', 'yuan', 'cny¥', '¥cny', 'rmb¥'];
const DEGREES = ['°c', 'c', '摄氏度', '摄氏', 'degc', 'celsius'];
const PERCENT = ['%', 'vol%', 'vol.%', '%vol', '体积%', '%v/v', 'v/v%', '体积百分比', '体积百分数', 'percent', 'percentbyvolume'];
const LITRE_POWERS = {
  ml: -3,
  毫升: -3,
  cm3: -3,
  cc: -3,
  millilitre: -3,
  milliliter: -3,
  μl: -6,
  ul: -6,
  微升: -6,
  m3: 3,
  立方米: 3,
};
const KILOGRAM_POWERS = { g: -3, 克: -3, gram: -3, grams: -3, mg: -6, 毫克: -6, t: 3, 吨: 3 };
const LITRE: ColumnUnits = { own: ['l', '升', '公升', 'litre', 'liter', 'litres', 'liters'], powers: LITRE_POWERS };
const KILOGRAM: ColumnUnits = { own: ['kg', '千克', '公斤', 'kilogram', 'kilograms', 'kgs'], powers: KILOGRAM_POWERS };

/** Units of numeric columns by key. Columns not listed have no units. */
const COLUMN_UNITS: Readonly<Record<string, ColumnUnits>> = {
  unitVolumeL: LITRE,
  maxVolumeL: LITRE,
  unitMassKg: KILOGRAM,
  maxMassKg: KILOGRAM,
  criticalQtyT: { own: ['t', '吨', 'tonne', 'tonnes', 'ton', 'tons'], powers: { kg: -3, 千克: -3, 公斤: -3 } },
  flashPointC: { own: DEGREES },
  boilingPointC: { own: DEGREES },
  lowerExplosionPercent: { own: PERCENT },
  upperExplosionPercent: { own: PERCENT },
  defaultShelfLifeDays: { own: ['天', '日', '日历天', 'd', 'day', 'days'] },
  price: { own: MONEY },
  unitPrice: { own: MONEY },
  qty: { own: [], isOfRows: true },
  amount: { own: [] },
};

/** Units that may stand in brackets, beside combinations such as `元/箱`, `每瓶`. */
const UNITS = new Set(
  [
    ...Object.values(COLUMN_UNITS).flatMap(({ own, powers = {} }) => [...own, ...Object.keys(powers)]),
    'ml l dl cl hl ul μl nl kl cc m3 dm3 cm3 mm3 gal gallon gallons qt pt floz fl.oz 毫升 微升 升 立方米 立方厘米 加仑',
    'kg g mg ug μg ng t lb lbs oz 吨 千克 公斤 克 毫克 微克 斤 市斤 两 磅 盎司 mol mmol μmol umol 摩尔 毫摩尔',
    '°f f k °k °r ℉ 华氏度 华氏 开尔文 开 fahrenheit kelvin degf',
    '‰ ppm ppb 体积分数 质量分数 分数 小数 质量% wt% %wt w/w fraction volumefraction vol/vol v/v molefraction 摩尔分数',
    'week weeks 周 星期 个月 月 month months 年 year years yr yrs hour hours hr hrs 小时 分钟 minute minutes',
    '万 千 百 亿 万元 千元 百元 百万元 亿元 角 分 万人民币 美元 欧元 英镑 日元 港币 港元 韩元 卢布 新台币 瑞士法郎 澳元 加元 新元',
    '$ us$ hk$ nt$ a$ c$ s$ € £ ₩ ₽ ₹ usd eur gbp hkd jpy krw rub aud cad sgd chf twd inr nzd thb mop kcny krmb',
    '瓶 箱 盒 包 袋 支 个 桶 套 件 只 罐 管 卷 片 块 张 台 把 根 条 双 副 组 板 打 本 枚 粒 株 盘 筒 听 提 捆 托 安瓿 千个 万个',
    'bottle bottles bt btl box boxes carton cartons ctn case cases cs bag bags pack packs pk pkg package packages packet packets',
    'pcs pc pce piece pieces ea each can cans tube tubes kit kits vial vials drum drums roll rolls set sets dozen doz dz',
    'ampoule ampoules pair pairs sheet sheets plate plates barrel barrels pallet pallets thousand thousands million k pcs. ea.',
    'mm cm dm m km 米 厘米 毫米 m2 平方米 iu 国际单位 kcal kj',
  ].flatMap((words) => words.split(' ')),
);

/** Normalized for comparison. */
const folded = (text: string): string => normalizeText(text).toLowerCase().replaceAll('µ', 'μ').replace(/\s+/g, '');

const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;
/** Text around a unit: `单位：mL`, `in mL`, `以元计`, `CNY/unit`. */
const AROUND = /^(?:(?:计量)?单位:?|units?:?|in|以|按|:)|计$|(?:\/|per|每)(?:unit|单位)$/gi;

function isUnit(text: string): boolean {
  if (UNITS.has(text)) return true;
  const [first = '', ...rest] = text.split(/[/·*]|每|per(?=.)/);
  return rest.length > 0 && rest.every((each) => UNITS.has(each.replace(/^\d+/, ''))) && (first === '' || UNITS.has(first));
}

/** Units in the brackets of a heading. */
const unitsIn = (heading: string): string[] =>
  [...normalizeText(heading).matchAll(BRACKETS)]
    .flatMap(([, round, square]) => (round ?? square ?? '').split(/[,;、]/))
    .flatMap((part) => [part.trim(), part.replaceAll(' ', '').replace(AROUND, '')].find((each) => isUnit(folded(each))) ?? []);

/**
 * The unit in a heading's brackets, unless it is one of the column's.
 * @param key of our column
 * @returns as written; null if the brackets hold the column's own unit or no unit: `（必填）`, `（升）`
 */
export function otherUnit(heading: string, key: string): string | null {
  const column = COLUMN_UNITS[key];
  if (!column) return null;
  const units = unitsIn(heading);
  return units.some((unit) => column.own.includes(folded(unit))) ? null : (units[0] ?? null);
}

/** Whether cells below a heading can be read: in the column's unit, one that converts exactly, or each row's. */
export function acceptsHeadingUnit(heading: string, key: string): boolean {
  const unit = otherUnit(heading, key);
  const { powers, isOfRows } = COLUMN_UNITS[key] ?? {};
  return unit === null || isOfRows === true || powers?.[folded(unit)] !== undefined;
}

/** Multiplies a decimal text by a power of ten. */
function shifted(text: string, power: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const zeros = '0'.repeat(Math.abs(power));
  const digits = `${zeros}${whole}${fraction}${zeros}`;
  const point = zeros.length + whole.length + power;
  const places = digits.slice(point).replace(/0+$/, '');
  const value = `${digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'}${places === '' ? '' : `.${places}`}`;
  return text.startsWith('-') && value !== '0' ? `-${value}` : value;
}

/**
 * Converts a number to the unit of its column: `500 mL` to `0.5` litres.
 * @param key of our column
 * @returns null if the unit does not convert exactly
 */
export function toColumnUnit({ value, unit }: ReadNumber, key: string): string | null {
  const { own = [], powers = {} } = COLUMN_UNITS[key] ?? {};
  const written = folded(unit);
  if (written === '' || own.includes(written)) return value;
  return powers[written] === undefined ? null : shifted(value, powers[written]);
}

/** Appends the heading's unit to a cell, so that its reader accepts or rejects it; a cell with a unit is left unchanged. */
export function withHeadingUnit(cell: string, heading: string, key: string): string {
  const unit = otherUnit(heading, key);
  return unit === null || readNumber(cell)?.unit !== '' ? cell : `${cell.trim()} ${unit}`;
}
