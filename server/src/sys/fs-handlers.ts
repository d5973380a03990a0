import { readFile, stat } from 'node:fs/promises';
import { AppError } from '@kuwei/contract/error';
import type { fileRoutes } from '@kuwei/contract/sys/fs';
import { allowed } from '@kuwei/contract/access';
import type { Caller } from '../context.ts';
import { newId } from '../db/id.ts';
import type { Handlers } from '../http/register.ts';
import { fileStream } from '../http/transfer.ts';
import { imageOf, sizeFor, typeOf } from './file-store.ts';

const WAREHOUSE = ['ROLE_WAREHOUSE_ADMIN'];

export const fileHandlers: Handlers<typeof fileRoutes> = {
  upload: {
    own: async ({ body: upload }, { caller, services, write }) => {
      try {
        const found = await typeOf(upload.path);
        if (found === null) throw new AppError('FILE_TYPE');
        const id = newId();
        const image = found.startsWith('image/');
        const type = image ? 'image/webp' : found;
        let { size } = upload;
        if (image) {
          await services.files.write(id, await imageOf(await readFile(upload.path)));
          ({ size } = await stat(services.files.pathOf(id)));
        } else await services.files.keep(id, upload.path);
        await write(async ({ trx, logChange }) => {
          await trx
            .insertInto('sys_file')
            .values({
              id,
              name: upload.name,
              type,
              size,
              sha256: upload.sha256,
              image,
              org_id: caller.orgId,
              created_by: caller.userId,
            })
            .execute();
          logChange({ entity: 'sys_file', id, change: { name: upload.name, type, size } });
        });
        return { id, name: upload.name, type, size, image };
      } finally {
        await upload.discard();
      }
    },
  },

  download: async ({ params, query }, { db, caller, services }) => {
    const file = await db.selectFrom('sys_file').where('id', '=', params.file).selectAll().executeTakeFirst();
    if (!file) throw new AppError('NOT_FOUND');
    if (!mayRead(file, caller)) throw new AppError('NOT_FOUND');
    const path = file.image && query.s ? await services.files.image(file.id, sizeFor(query.s)) : services.files.pathOf(file.id);
    return { name: file.name, type: file.type, content: fileStream(path), inline: file.image, immutable: true };
  },
};

function mayRead(file: { visibility: string; org_id: string | null; created_by: string }, caller: Caller): boolean {
  if (file.visibility === 'ALL' || file.created_by === caller.userId) return true;
  if (file.visibility === 'PRIVATE') return false;
  return file.org_id === caller.orgId || allowed(WAREHOUSE, caller.roles);
}
