import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import type { Importer } from '../../table/list-types.ts';

export const history: Importer['history'] = {
  listImports: orgRecordRoutes.listOrgImports,
  lookAtUndo: orgRecordRoutes.lookAtOrgUndo,
  undoImport: orgRecordRoutes.undoOrgImport,
};

export const orgImporter: Importer = {
  name: 'org.title',
  route: orgRecordRoutes.importOrgs,
  template: orgRecordRoutes.getOrgTemplate,
  history,
};
