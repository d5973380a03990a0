import type { pictureRoutes } from '@kuwei/contract/wms/picture';
import type { Handlers } from '../../http/register.ts';
import { readScopeOf } from '../scope.ts';
import { findInPicture, getPicture } from './queries.ts';

export const pictureHandlers: Handlers<typeof pictureRoutes> = {
  getPicture: ({ query }, { db, caller, origin }) => getPicture(db, readScopeOf(caller), query.warehouseId, origin.locale),
  findInPicture: async ({ query }, { db, caller }) => ({
    ids: await findInPicture(db, readScopeOf(caller), query.warehouseId, query.q),
  }),
};
