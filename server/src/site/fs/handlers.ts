import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { TICKET_SECONDS, type fileRoutes } from '@kuwei/contract/sys/fs';
import { isAllowed } from '@kuwei/contract/access';
import { PERMIT_READERS } from '@kuwei/contract/wms/permit';
import { grantedIdsOf } from '../../wms/scope.ts';
import { isDocumentGranted } from '../../wms/read-conditions.ts';
import { isFileOfCase } from '../../wms/after-sales/queries.ts';
import { isAskedToReview } from '../../wms/transaction/document.ts';
import { sql, type Selectable } from 'kysely';
import { actorOf, type Caller, type Services } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Db } from '../../db/open.ts';
import type { SysFile } from '../../db/types.ts';
import { fileTicket } from '../../http/file-ticket.ts';
import type { Handlers } from '../../http/register.ts';
import { fileStream } from '../../http/transfer.ts';
import { imageOf, storedImageType, sizeFor, storedName, typeOf } from '../../services/file/store.ts';
import { addFile } from '../../services/file/files.ts';
import { checkFile } from './verify.ts';

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
        const type = image ? storedImageType(found) : found;
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

  // No stored idempotent reply: a ticket is as good as the file.
  makeTicket: {
    own: async ({ params }, { db, caller, services }) => {
      await getReadableFile(db, params.file, caller);
      return { access_token: fileTicket(services, caller, params.file), expries: TICKET_SECONDS };
    },
  },

  download: async ({ params, query }, { db, caller, services }) => {
    const file = await getReadableFile(db, params.file, caller);
    const size = file.image && query.s ? sizeFor(query.s) : null;
    // Resized pictures are WebP, whatever the original is.
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
 * Verifies the hash over every byte, so that a changed file is never served. Files have at most 20 MB.
 * @throws AppError FILE_LOST
 */
async function assertStored({ files, log }: Services, { id, name, size, stored_sha256 }: Selectable<SysFile>): Promise<void> {
  const path = files.pathOf(id);
  const detail = await checkFile(path, size, stored_sha256);
  if (detail === null) return;
  log.error({ file: id, name, path, detail }, 'stored file refused: run npm run verify');
  throw new AppError('FILE_LOST');
}

/** @throws AppError NOT_FOUND, also for files that the caller may not read */
async function getReadableFile(db: Db, id: string, caller: Caller): Promise<Selectable<SysFile>> {
  const file = await db.selectFrom('sys_file').where('id', '=', id).selectAll().executeTakeFirst();
  if (!file || !(await canReadFile(db, file, caller))) throw new AppError('NOT_FOUND');
  return file;
}

type FileAccess = Pick<Selectable<SysFile>, 'id' | 'visibility' | 'org_id' | 'created_by'>;

/** A file is visible to its uploader, though not to an API token of theirs; once attached, to its organisation and the warehouse of the document. */
async function canReadFile(db: Db, file: FileAccess, caller: Caller): Promise<boolean> {
  if (file.visibility === 'ALL') return true;
  if (file.visibility === 'PRIVATE' || file.org_id === null) return file.created_by === caller.userId && caller.apiToken === null;
  if (caller.orgs.some((org) => org.id === file.org_id)) return true;
  if (await isOfCase(db, file, caller)) return true;
  if (await isOfReviewedDocument(db, file, caller)) return true;
  if (await isOfPermit(db, file, caller)) return true;
  if (await isOpened(db, file, caller)) return true;
  // Pictures and ticket URLs come without headers: then all held roles count.
  if (!isAllowed(WAREHOUSE, caller.pageRole === null ? caller.roles : caller.effective)) return false;
  const warehouses = caller.orgs.filter((org) => org.type === 'WAREHOUSE').map((org) => org.id);
  const { rows } = await sql`
    select from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and t.submitted_at is not null
       and t.deleted_at is null and w.org_id = any(${warehouses}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Data rules that open a document also open its attachments. Without a page role in the call, as for pictures, all held roles
 * count.
 */
async function isOpened(db: Db, file: FileAccess, { rules, roles, effective, pageRole }: Caller): Promise<boolean> {
  const counting = pageRole === null ? roles : effective;
  const opened = grantedIdsOf(
    rules.filter(({ owner, of }) => owner !== 'ROLE' || counting.some(({ code }) => code === of)),
    'SEE',
  );
  if (opened === null) return false;
  const { rows } = await sql`
    select from wms_transaction t
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and t.deleted_at is null
       and ${isDocumentGranted(opened)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Parties and reviewers of an after-sales case may read its attachments, whoever uploaded them. */
async function isOfCase(db: Db, { id }: FileAccess, caller: Caller): Promise<boolean> {
  const isWarehouse = isAllowed(WAREHOUSE, caller.pageRole === null ? caller.roles : caller.effective);
  return (await isFileOfCase(id, caller, isWarehouse).execute(db)).rows.length > 0;
}

/** Readers of a warehouse's permits may read their papers. */
async function isOfPermit(db: Db, { id }: FileAccess, caller: Caller): Promise<boolean> {
  const counting = caller.pageRole === null ? caller.roles : caller.effective;
  if (!isAllowed(WAREHOUSE, counting) || !isAllowed(PERMIT_READERS, counting)) return false;
  const warehouses = caller.orgs.filter((org) => org.type === 'WAREHOUSE').map((org) => org.id);
  const { rows } = await sql`
    select from wms_permit m join wms_warehouse w on w.id = m.warehouse_id
     where m.file_id = ${id} and w.org_id = any(${warehouses}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Reviewers may read attachments while they are asked about the document. */
async function isOfReviewedDocument(db: Db, file: FileAccess, caller: Caller): Promise<boolean> {
  const { rows } = await sql`
    select from wms_transaction t
     where t.owner_org_id = ${file.org_id} and ${file.id} = any(t.attachments) and ${isAskedToReview(caller)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
