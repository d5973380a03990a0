// Words a broken rule in the reader's language.
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { decimalOf } from '@kuwei/contract/decimal';
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { countText } from '../../error.ts';
import { t } from '../../phrase.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { roomText, type Box, type Fault, type Goods, type Missing, type ProductFacts, type PlaceName } from './rules.ts';

export const conditionNames = (db: Kysely<DB>, locale: Locale): Promise<Names> => dicNames(db, 'WMS_CONDITION', locale);

/** @param about the goods refused, alternative boxes, and documents that bring other goods into this one */
export function refusalOf(
  fault: Fault,
  box: Box,
  conditions: Names,
  locale: Locale,
  about: { goods?: Goods; alternatives?: readonly { boxId: string; boxCode: string }[]; documentNos?: readonly string[] } = {},
): AppError {
  const { goods, alternatives, documentNos = [] } = about;
  const described = describeFault(fault, box, conditions, locale);
  if (documentNos.length > 0)
    for (const name of ['code', 'place'])
      if (described.params[name] === box.code)
        described.params[name] = t(locale, 'wms.place.assignedTo', { code: box.code, documents: joinList(locale, documentNos) });
  return new AppError(fault.code, {
    params: described.params,
    data: {
      boxId: box.id,
      boxCode: box.code,
      ...(goods
        ? { product: productSummary(goods.product, locale), ownerOrgId: goods.ownerOrgId, qty: decimalOf(goods.qty) }
        : {}),
      ...described.data,
      ...(alternatives ? { alternatives } : {}),
    },
  });
}

interface RefusalDetails {
  params: Record<string, string>;
  data: object;
}

function describeFault(fault: Fault, box: Box, conditions: Names, locale: Locale): RefusalDetails {
  switch (fault.code) {
    case 'BOX_CONDITION': {
      const { text, data } = describeMissing(fault.missing, conditions, locale);
      return { params: { code: box.code, missing: text }, data };
    }
    case 'BOX_INCOMPATIBLE': {
      const { product, other } = fault;
      const place = placeText(fault.place, locale);
      const names = { product: nameIn(locale, product), other: nameIn(locale, other) };
      const groups = { group: groupText(product, locale), otherGroup: groupText(other, locale) };
      return { params: { place, ...names, ...groups }, data: { place, other: productSummary(other, locale) } };
    }
    case 'BOX_CAPACITY': {
      const { kind } = fault;
      const place = placeText(fault.place, locale);
      const [used, more, max] = [roomText(fault.used), roomText(fault.more), roomText(fault.max)];
      const limit =
        fault.more > 0n
          ? t(locale, `wms.place.limit.${kind}`, { used, more, max })
          : kind !== 'lines' && fault.used === fault.max
            ? t(locale, `wms.place.full.${kind}`, { max })
            : t(locale, `wms.place.over.${kind}`, { used, max });
      return { params: { place, limit }, data: { place, kind, used, more, max } };
    }
    case 'BOX_IN_COUNT':
      return {
        params: { code: box.code, count: countText(locale, box.count) },
        data: { lockReason: box.lockReason, count: box.count },
      };
    default:
      return { params: { code: box.code }, data: box.lockReason === null ? {} : { lockReason: box.lockReason } };
  }
}

function describeMissing(missing: Missing, conditions: Names, locale: Locale): { text: string; data: object } {
  const comma = t(locale, 'wms.place.comma');
  if (missing.kind === 'conditions') {
    return { text: missing.codes.map(conditions).join(comma), data: { missing: missing.codes } };
  }
  const place = placeText(missing.place, locale);
  if (missing.kind === 'hazard') return { text: t(locale, 'wms.place.missing.hazard', { place }), data: { place } };
  const { group, groups } = missing;
  const text = t(locale, 'wms.place.missing.group', { group, place, allowed: groups.join(comma) });
  return { text, data: { place, allowedGroups: groups } };
}

const placeText = (place: PlaceName, locale: Locale): string => (typeof place === 'string' ? place : place[locale]);

/** The storage group that causes segregation, marked where it is only for lack of an assessment. */
const groupText = ({ storageGroup, assessed }: ProductFacts, locale: Locale): string =>
  assessed ? storageGroup! : t(locale, 'wms.place.group.unassessed', { group: storageGroup! });

const productSummary = ({ id, code, storageGroup, ...names }: ProductFacts, locale: Locale) => ({
  id,
  code,
  name: nameIn(locale, names),
  storageGroup,
});
