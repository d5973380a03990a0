import { readCas } from '@kuwei/contract/wms/read-hazard';
import { HAZARD_FIELDS, type HazardSuggestion } from '@kuwei/contract/wms/product';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { productsById } from './record.ts';

/**
 * Hazard data of a product with this CAS number: of the one assessed last. Mixtures are left out, since their data are not those of
 * one substance; that a chemical is not hazardous is for a person to say.
 */
export async function suggestHazards(db: Kysely<DB>, cas: string, locale: Locale): Promise<HazardSuggestion | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from wms_product p
     where p.cas = ${readCas(cas)} and p.kind = 'CHEMICAL' and p.deleted_at is null and p.other_cas = '{}' and p.hazard = 'HAZARDOUS'
     order by p.assessed_at desc nulls last, p.id desc limit 1`.execute(db);
  const [found] = rows;
  const product = found && (await productsById(db, [found.id])).get(found.id);
  if (!product) return null;
  const { form } = product;
  const facts = Object.fromEntries(HAZARD_FIELDS.map((field) => [field, form[field]])) as HazardSuggestion['facts'];
  return { code: form.code, name: nameIn(locale, form), facts };
}
