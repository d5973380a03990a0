import { roleRoutes } from '@kuwei/contract/auth/role';
import type { Importer } from '../../table/list-types.ts';

/** Import of roles with a column per power. */
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
