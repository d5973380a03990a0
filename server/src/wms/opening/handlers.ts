import { OPENING_COLUMNS, type openingRoutes } from '@kuwei/contract/wms/opening';
import type { Handlers } from '../../http/register.ts';
import { importSheet, runImport } from '../../platform/import/import.ts';
import { ownerOrg } from '../scope.ts';
import { openingTable, openingTemplate } from './workbook.ts';

export const openingHandlers: Handlers<typeof openingRoutes> = {
  getOpeningTemplate: (_, { db, origin }) => openingTemplate(db, origin.locale),
  importOpening: {
    own: ({ query, body }, context) => {
      const { db, caller, origin } = context;
      return runImport(context, body, query, openingTable(db, { orgId: ownerOrg(caller), file: body.name }, origin.locale));
    },
  },
  postOpening: {
    own: ({ query, body: { rows } }, context) => {
      const { db, caller, origin } = context;
      const cells = rows.map((row) => OPENING_COLUMNS.map((column) => row[column]?.trim() ?? ''));
      return importSheet(
        context,
        [[...OPENING_COLUMNS], ...cells],
        query,
        openingTable(db, { orgId: ownerOrg(caller), file: 'API' }, origin.locale),
      );
    },
  },
};
