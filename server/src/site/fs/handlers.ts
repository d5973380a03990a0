import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { TICKET_SECONDS, type fileRoutes } from '@kuwei/contract/sys/fs';
import { allowed } from '@kuwei/contract/access';
import { PERMIT_READERS } from '@kuwei/contract/wms/permit';
import { openedBy } from '../../wms/scope.ts';
import { documentsOpened } from '../../wms/sight.ts';
import { isFileOfCase } from '../../wms/after-sales/queries.ts';
import { isAskedAbout } from '../../wms/transaction/document.ts';
import { sql, type Selectable } from 'kysely';
import { actorOf, type Caller, type Services } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Db } from '../../db/open.ts';
import type { SysFile } from '../../db/types.ts';
import { fileTicket } from '../../http/file-ticket.ts';
import type { Handlers } from '../../http/register.ts';
import { fileStream } from '../../http/transfer.ts';
import { imageOf, keptAs, sizeFor, storedName, typeOf } from '../../services/file/store.ts';
import { addFile } from '../../services/file/files.ts';
import { faultOf } from './prove.ts';

const WAREHOUSE = ['ROLE_WAREHOUSE_ADMIN'];

export const fileHandlers: Handlers<typeof fileRoutes> = {
  upload: {
    own: async ({ body: upload }, { caller, services, once }) => {
      const id = newId();
      let kept = false;
      try {
        const found = await typeOf(upload.path);
        if (found === null) throw new AppError('FILE_TYPE');
        const image = found.startsWith('image/');
        const type = image ? keptAs(found) : found;
        let { size, sha256: stored_sha256 } = upload;
        if (image) {
          const picture = await imageOf(upload.path, found, actorOf(caller));
          await services.files.write(id, picture);
          size = picture.length;
          stored_sha256 = createHash('sha256').update(picture).digest();
        } else await services.files.keep(id, upload.path);
        const name = storedName(upload.name, type);
        const stored = await once(async ({ trx, logChange }) => {
          const { sha256 } = upload;
          await addFile(trx, services.settings, {
            id,
            name,
            type,
            size,
            sha256,
            stored_sha256,
            image,
            created_by: caller.userId,
          });
          logChange({ entity: 'sys_file', id, change: { name, type, size } });
          return { id, name, type, size, image };
        });
        kept = stored.id === id;
        return stored;
      } finally {
        if (!kept) await services.files.remove(id);
        await upload.discard();
      }
    },
  },

  // What it answers is kept under no key: it is as good as the file.
  makeTicket: {
    own: async ({ params }, { db, caller, services }) => {
      await readable(db, params.file, caller);
      return { access_token: fileTicket(services, caller, params.file), expries: TICKET_SECONDS };
    },
  },

  download: async ({ params, query }, { db, caller, services }) => {
    const file = await readable(db, params.file, caller);
    const size = file.image && query.s ? sizeFor(query.s) : null;
    // Smaller pictures are WebP, whatever the whole one is.
    const type = size === null ? file.type : 'image/webp';
    if (size === null || !services.files.has(file.id, size)) await assertStored(services, file);
    const path = size === null ? services.files.pathOf(file.id) : await services.files.image(file.id, size, actorOf(caller));
    return {
      name: storedName(file.name, type),
      type,
      content: fileStream(path),
      inline: file.image,
      immutable: file.visibility === 'ALL',
    };
  },
};

/**
 * Looks at every byte: what is signed for by its hash is not handed out changed. A file has 20 MB at most.
 * @throws AppError FILE_LOST
 */
async function assertStored({ files, log }: Services, { id, name, size, stored_sha256 }: Selectable<SysFile>): Promise<void> {
  const path = files.pathOf(id);
  const detail = await faultOf(path, size, stored_sha256);
  if (detail === null) return;
  log.error({ file: id, name, path, detail }, 'stored file refused: run npm run verify');
  throw new AppError('FILE_LOST');
}

/** @throws AppError NOT_FOUND where there is none that the caller may read */
async function readable(db: Db, id: string, caller: Caller): Promise<Selectable<SysFile>> {
  const file = await db.selectFrom('sys_file').where('id', '=', id).selectAll().executeTakeFirst();
  if (!file || !(await mayRead(db, file, caller))) throw new AppError('NOT_FOUND');
  return file;
}

type FileAccess = Pick<Selectable<SysFile>, 'id' | 'visibility' | 'org_id' | 'created_by'>;

/** A file is its sender's until something carries it: then its organisation's, and that of the warehouse that has the document. */
async function mayRead(db: Db, file: FileAccess, caller: Caller): Promise<boolean> {
  if (file.visibility === 'ALL') return true;
  if (file.visibility === 'PRIVATE' || file.org_id === null) return file.created_by === caller.userId;
  if (caller.orgs.some((org) => org.id === file.org_id)) return true;
  if (await isOfCase(db, file, caller)) return true;
  if (await isOfAsked(db, file, caller)) return true;
  if (await isOfPermit(db, file, caller)) return true;
  if (await isOpened(db, file, caller)) return true;
  // A picture of a page and a ticket's address come without headers: then what is held counts.
  if (!allowed(WAREHOUSE, caller.pageRole === null ? caller.roles : caller.effective)) return false;
  const warehouses = caller.orgs.filter((org) => org.type === 'WAREHOUSE').map((org) => org.id);
  const { rows } = await sql`
    select from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and t.submitted_at is not null
       and t.deleted_at is null and w.org_id = any(${warehouses}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whoever a rule opens a document to reads what it carries: the page role of the call may not be known here, as for pictures, and then
 * what is held counts.
 */
async function isOpened(db: Db, file: FileAccess, { rules, roles, effective, pageRole }: Caller): Promise<boolean> {
  const counting = pageRole === null ? roles : effective;
  const opened = openedBy(
    rules.filter(({ owner, of }) => owner !== 'ROLE' || counting.some(({ code }) => code === of)),
    'SEE',
  );
  if (opened === null) return false;
  const { rows } = await sql`
    select from wms_transaction t
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and t.deleted_at is null
       and ${documentsOpened(opened)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The parties of an after-sales case read what it carries, whoever of them has shown it. */
async function isOfCase(db: Db, { id }: FileAccess, caller: Caller): Promise<boolean> {
  const isWarehouse = allowed(WAREHOUSE, caller.pageRole === null ? caller.roles : caller.effective);
  return (await isFileOfCase(id, caller, isWarehouse).execute(db)).rows.length > 0;
}

/** Whoever looks at the permits of a warehouse reads their papers. */
async function isOfPermit(db: Db, { id }: FileAccess, caller: Caller): Promise<boolean> {
  const counting = caller.pageRole === null ? caller.roles : caller.effective;
  if (!allowed(WAREHOUSE, counting) || !allowed(PERMIT_READERS, counting)) return false;
  const warehouses = caller.orgs.filter((org) => org.type === 'WAREHOUSE').map((org) => org.id);
  const { rows } = await sql`
    select from wms_permit m join wms_warehouse w on w.id = m.warehouse_id
     where m.file_id = ${id} and w.org_id = any(${warehouses}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Whoever is asked about a document reads what it carries, for as long as they are. */
async function isOfAsked(db: Db, file: FileAccess, caller: Caller): Promise<boolean> {
  const { rows } = await sql`
    select from wms_transaction t
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and ${isAskedAbout(caller)} limit 1`.execute(db);
  return rows.length > 0;
}
