// Demo products and places, with a data sheet for each hazardous product.
import { createHash } from 'node:crypto';
import { productForm } from '@kuwei/contract/wms/product';
import * as z from 'zod/mini';
import { newId } from '../db/id.ts';
import type { Trx } from '../db/open.ts';
import { searchText } from '../db/search.ts';
import { isHazardous } from '../wms/product/check.ts';
import { insertRows } from '../db/rows.ts';
import { columnsOf } from '../wms/product/record.ts';
import { demoCategories, demoProducts } from './demo-products.ts';
import { demoWarehouses } from './demo-places.ts';
import { samplePdf } from './sample-pdf.ts';
import { newQrToken } from '../wms/warehouse-box/qr.ts';

export interface DemoFile {
  id: string;
  content: Buffer;
}

/** @returns files to store after the commit */
export async function seedProducts(trx: Trx, adminId: string): Promise<DemoFile[]> {
  const categoryIds = new Map<string, string>();
  for (const [sort, { code, name, nameEn, parent }] of demoCategories.entries()) {
    const id = newId();
    categoryIds.set(code, id);
    await trx
      .insertInto('wms_category')
      .values({ id, code, name, name_en: nameEn, sort, parent_id: parent === undefined ? null : categoryIds.get(parent)! })
      .execute();
  }
  const files: DemoFile[] = [];
  for (const { category, ...product } of demoProducts) {
    const form = z.parse(productForm, { ...product, categoryId: categoryIds.get(category)! });
    if (isHazardous(form)) {
      const content = samplePdf([
        `Safety data sheet (sample of the demo world)`,
        `${form.nameEn}`,
        `CAS ${form.cas}`,
        `Hazard statements: ${form.hCodes.join(', ')}`,
      ]);
      const file = { id: newId(), content };
      const sha256 = createHash('sha256').update(content).digest();
      files.push(file);
      await trx
        .insertInto('sys_file')
        .values({
          id: file.id,
          name: `SDS ${form.code}.pdf`,
          type: 'application/pdf',
          size: content.length,
          visibility: 'ALL',
          created_by: adminId,
          sha256,
          stored_sha256: sha256,
        })
        .execute();
      Object.assign(form, { sdsFileId: file.id, sdsRevDate: '2025-06-01', sdsLang: 'zh' });
    }
    const assessed = form.storageGroup === null ? {} : { assessed_at: new Date(), assessed_by: adminId };
    await insertRows(trx, 'wms_product', [{ id: newId(), ...(await columnsOf(form)), state: 'ACTIVE', ...assessed }]);
  }
  return files;
}

export async function seedPlaces(trx: Trx, orgId: string, userIds: ReadonlyMap<string, string>): Promise<void> {
  for (const { code, name, nameEn, campus, address, openingHours, keepers, containers } of demoWarehouses) {
    const warehouseId = newId();
    await trx
      .insertInto('wms_warehouse')
      .values({
        id: warehouseId,
        org_id: orgId,
        code,
        name,
        name_en: nameEn,
        campus,
        address,
        opening_hours: openingHours,
        search: await searchText([code, name, nameEn, campus]),
      })
      .execute();
    await trx
      .insertInto('wms_warehouse_keeper')
      .values(keepers.map((keeper) => ({ warehouse_id: warehouseId, user_id: userIds.get(keeper)! })))
      .execute();
    const ids = new Map<string, string>();
    for (const container of containers) {
      const id = newId();
      ids.set(container.code, id);
      const { rows = 1, cols = 1 } = container;
      await trx
        .insertInto('wms_container')
        .values({
          id,
          warehouse_id: warehouseId,
          parent_id: container.parent === undefined ? null : ids.get(container.parent)!,
          type: container.type,
          code: container.code,
          name: container.name,
          name_en: container.nameEn,
          conditions_offered: container.conditions ?? [],
          allowed_groups: container.groups ?? null,
          dual_lock: container.dualLock ?? false,
          max_volume_l: container.maxVolumeL ?? null,
          rows,
          cols,
        })
        .execute();
      if (!container.box) continue;
      const [volume, mass] = container.box;
      const boxes = Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols) + 1, (at % cols) + 1] as const);
      await trx
        .insertInto('wms_warehouse_box')
        .values(
          boxes.map(([row, col]) => ({
            id: newId(),
            container_id: id,
            warehouse_id: warehouseId,
            code: `${code}-${container.code}-R${row}-B${col}`,
            row_no: row,
            col_no: col,
            max_volume_l: volume,
            max_mass_kg: mass,
            qr_token: newQrToken(),
          })),
        )
        .execute();
    }
  }
}
