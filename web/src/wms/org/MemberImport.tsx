// Imports memberships from a workbook, one per row.
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { ImportDialog } from '../../table/import/ImportDialog.tsx';
import type { Importer } from '../../table/list-types.ts';
import { history } from './importer.ts';

const MEMBERS: Importer = {
  name: 'org.import.members',
  title: 'org.import.members',
  about: 'org.import.membersText',
  route: orgRecordRoutes.importMembers,
  template: orgRecordRoutes.getMemberTemplate,
  history,
};

export const MemberImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog importer={MEMBERS} changes="/wms/org" onClose={onClose} />
);
