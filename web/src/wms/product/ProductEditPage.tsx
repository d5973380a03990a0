import { Form } from 'antd';
import { Suspense, useRef } from 'react';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useFormContext } from '../../form/context.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { productEdit } from './product-edit.ts';
import { IMAGES_MAX, ProductFields } from './ProductFields.tsx';
import { productStates } from './states.ts';

/** Lazy: few visits open the window. */
const ImageInsert = lazyPart(async () => (await import('./ImageInsert.tsx')).ImageInsert);

const WINDOW = /\/image-insert$/;

/** Serves two addresses: at `image-insert` the picture window is open, and going back closes it. */
export default function ProductEditPage() {
  const t = useT();
  const { path, query } = usePage();
  const isInserting = WINDOW.test(path);
  const hasOpened = useRef(false);
  const id = query.get('id');
  const at = (name: string): string => `${path.replace(/[^/]+$/, name)}${id === null ? '' : `?id=${encodeURIComponent(id)}`}`;
  const close = (): void => (hasOpened.current ? history.back() : history.replace(at('edit')));
  const insert = (
    <PageLink className="kw-link" to={at('image-insert')} onClick={() => (hasOpened.current = true)}>
      {t('product.insert')}
    </PageLink>
  );
  return (
    <EditPage edit={productEdit} marks={({ state }) => <StateTag look={productStates[state]} />}>
      {(product) => (
        <>
          <ProductFields product={product} insert={insert} isInserting={isInserting} />
          {isInserting && (
            <Suspense>
              <InsertWindow onClose={close} />
            </Suspense>
          )}
        </>
      )}
    </EditPage>
  );
}

function InsertWindow({ onClose }: { onClose: () => void }) {
  const { change } = useFormContext();
  const form = Form.useFormInstance<{ images?: string[] }>();
  const has = form.getFieldValue('images') as string[] | undefined;
  return (
    <ImageInsert
      has={has ?? []}
      max={IMAGES_MAX}
      onInsert={(ids) => {
        change({ images: [...(has ?? []), ...ids] });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
