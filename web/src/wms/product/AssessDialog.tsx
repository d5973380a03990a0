// Imports a hazard catalogue by CAS number.
import { productRoutes } from '@kuwei/contract/wms/product';
import { ImportDialog } from '../../table/import/ImportDialog.tsx';
import type { Importer } from '../../table/list-types.ts';

const CATALOGUE: Importer = {
  name: 'safety.assess',
  title: 'safety.assess',
  about: 'safety.assess.text',
  route: productRoutes.assessProducts,
  history: productRoutes,
};

export const AssessDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog importer={CATALOGUE} changes="/wms/product" onClose={onClose} />
);
