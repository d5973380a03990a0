import { roleRoutes } from '@kuwei/contract/auth/role';
import type { Importer } from '../../table/list-types.ts';

/** Roles with a column for each power. */
export const roleImporter: Importer = {
  name: 'rights.role.matrix',
  about: 'rights.role.matrixAbout',
  route: roleRoutes.importRoles,
  template: roleRoutes.getRoleTemplate,
  history: {
    listImports: roleRoutes.listRoleImports,
    lookAtUndo: roleRoutes.lookAtRoleUndo,
    undoImport: roleRoutes.undoRoleImport,
  },
};
