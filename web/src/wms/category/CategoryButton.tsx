import { Suspense, useState } from 'react';
import { lazyPart } from '../../navigation/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';

const CategoryDrawer = lazyPart(async () => (await import('./CategoryDrawer.tsx')).CategoryDrawer);

/** Opens the drawer of product categories; its code comes with the first click. */
export function CategoryButton() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="kw-button"
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      >
        {t('product.category.manage')}
      </button>
      {wasOpen && (
        <Suspense>
          <CategoryDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
