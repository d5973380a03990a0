// The approval chains that the product ships; a site publishes later versions of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '../bpm/model.ts';
import { newId } from '../db/id.ts';
import type { Trx } from '../db/open.ts';

const FOLDER = join(import.meta.dirname, '../bpm/definitions');

const shipped: [key: string, name: string, nameEn: string][] = [
  ['wms-inbound', '入库审批', 'Inbound approval'],
  ['wms-outbound', '出库审批', 'Outbound approval'],
  ['wms-move', '移库审批', 'Move approval'],
];

export async function seedWorkflows(trx: Trx): Promise<void> {
  for (const [key, name, name_en] of shipped) {
    const known = await trx.selectFrom('bpm_definition').where('key', '=', key).select('id').limit(1).executeTakeFirst();
    if (known) continue;
    const xml = readFileSync(join(FOLDER, `${key}.bpmn`), 'utf8');
    await trx
      .insertInto('bpm_definition')
      .values({
        id: newId(),
        key,
        version: 1,
        name,
        name_en,
        xml,
        model: JSON.stringify(await readModel(xml)),
        state: 'PUBLISHED',
        published_at: new Date(),
      })
      .execute();
  }
}
