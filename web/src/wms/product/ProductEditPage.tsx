import { EditPage } from '../../form/EditPage.tsx';
import { productEdit } from './product-edit.ts';
import { ProductFields } from './ProductFields.tsx';

export default function ProductEditPage() {
  return <EditPage edit={productEdit}>{(product) => <ProductFields product={product} />}</EditPage>;
}
